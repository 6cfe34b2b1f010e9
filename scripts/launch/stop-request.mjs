/**
 * @typedef {object} StopRequest
 * @property {AbortSignal} requested aborted when the user, the system or the end of npm asks us to stop
 * @property {AbortSignal} insisted aborted when the user presses Ctrl-C again later
 * @property {() => void} ignore stops listening
 */

const SIGNALS = /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])
// npm passes a signal on that the terminal has sent us too: the same request, not a second one.
const ECHO_MS = 500
const PARENT_CHECK_MS = 1_000

/**
 * Turns signals into one request to stop. When npm started this process, the end of npm is a request too: npm does
 * not pass SIGHUP on, and a service whose npm was killed would keep running unnoticed.
 *
 * @returns {StopRequest}
 */
export function listenForStop() {
  const request = new AbortController()
  const insistence = new AbortController()
  let requestedAt = 0
  const onSignal = () => {
    if (requestedAt === 0) requestedAt = Date.now()
    else if (Date.now() - requestedAt > ECHO_MS) insistence.abort()
    request.abort()
  }
  for (const signal of SIGNALS) process.on(signal, onSignal)
  const parentCheck = watchParent(() => request.abort())
  return {
    requested: request.signal,
    insisted: insistence.signal,
    ignore() {
      clearInterval(parentCheck)
      for (const signal of SIGNALS) process.off(signal, onSignal)
    },
  }
}

/** @param {() => void} onGone @returns {NodeJS.Timeout | undefined} */
function watchParent(onGone) {
  if (!process.env.npm_lifecycle_event) return undefined
  const parent = process.ppid
  return setInterval(() => process.ppid !== parent && onGone(), PARENT_CHECK_MS).unref()
}
