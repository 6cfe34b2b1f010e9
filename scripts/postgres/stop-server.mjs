import { setTimeout as sleep } from 'node:timers/promises'
import { readProcess } from '../read-process.mjs'

const POLL_MS = 25
const FAST_STOP_MS = 30_000

/**
 * Stops a server. Open transactions are rolled back; committed data is on the disk.
 *
 * @param {number} pid the server's main process
 * @returns {Promise<void>} when the process is gone
 */
export async function stopServer(pid) {
  const { startedAt } = readProcess(pid) ?? {}
  if (!startedAt) return
  process.kill(pid, 'SIGINT')
  const deadline = Date.now() + FAST_STOP_MS
  let isImmediate = false
  while (readProcess(pid)?.startedAt === startedAt) {
    if (!isImmediate && Date.now() > deadline) {
      isImmediate = true
      process.kill(pid, 'SIGQUIT')
    }
    await sleep(POLL_MS)
  }
}
