/**
 * @typedef {object} StopRequest
 * @property {AbortSignal} requested aborted when the user, the system or the end of npm asks us to stop
 * @property {AbortSignal} insisted aborted when the user presses Ctrl-C again later
 * @property {() => void} ignore stops listening
 */

const SIGNALS = /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])
// npm forwards a signal that the terminal has already sent here. Both are one request.
const ECHO_MS = 500
const PARENT_CHECK_MS = 1_000

/**
 * Turns signals into one request to stop. When npm started this process, the end of npm is a request too: npm
 * does not forward SIGHUP, and without this check the service would continue after npm was killed.
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
