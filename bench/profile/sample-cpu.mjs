import { setTimeout as sleep } from 'node:timers/promises'

/** Microseconds between two samples. */
const INTERVAL_MICROS = 200

/**
 * @typedef {{ id: number, callFrame: { functionName: string, url: string }, children?: number[] }} ProfileNode
 * @typedef {{ nodes: ProfileNode[], samples: number[], timeDeltas: number[] }} Profile
 */

/**
 * Opens the sampling profiler of a process that runs with `--inspect=<port>` (Chrome DevTools Protocol, domain Profiler).
 *
 * @param {number} port
 * @returns {Promise<{ start: () => Promise<void>, stop: () => Promise<Profile>, close: () => void }>}
 */
export async function openProfiler(port) {
  const socket = new WebSocket(await findTarget(port))
  await new Promise((resolve, reject) => {
    socket.addEventListener('open', resolve, { once: true })
    socket.addEventListener('error', reject, { once: true })
  })
  let last = 0
  /** @param {string} method @param {object} [params] @returns {Promise<any>} */
  const send = (method, params = {}) =>
    new Promise((resolve, reject) => {
      const id = ++last
      /** @param {MessageEvent} event */
      const read = ({ data }) => {
        const message = JSON.parse(data)
        if (message.id !== id) return
        socket.removeEventListener('message', read)
        if (message.error) reject(new Error(`${method}: ${message.error.message}`))
        else resolve(message.result)
      }
      socket.addEventListener('message', read)
      socket.send(JSON.stringify({ id, method, params }))
    })
  await send('Profiler.enable')
  await send('Profiler.setSamplingInterval', { interval: INTERVAL_MICROS })
  return {
    start: () => send('Profiler.start'),
    stop: async () => (await send('Profiler.stop')).profile,
    close: () => socket.close(),
  }
}

/** @param {number} port @returns {Promise<string>} the address of the only target */
async function findTarget(port) {
  for (let attempt = 0; attempt < 50; attempt++) {
    const reply = await fetch(`http://127.0.0.1:${port}/json/list`).catch(() => null)
    if (reply?.ok) return (await reply.json())[0].webSocketDebuggerUrl
    await sleep(100)
  }
  throw new Error(`No process listens for a debugger on port ${port}.`)
}
