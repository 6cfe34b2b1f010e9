import { readFileSync, rmSync } from 'node:fs'
import path from 'node:path'
import { readProcess } from '../read-process.mjs'

/** @typedef {{ pid: number, port: number, isReady: boolean }} PostmasterFile */

/**
 * Finds the server that already runs on a cluster, for example after its starter was killed. When a server has
 * ended and another program now has its process id, deletes its pid file, because PostgreSQL would refuse to
 * start.
 *
 * @param {string} cluster PostgreSQL's data folder
 * @returns {PostmasterFile | undefined}
 */
export function findRunningServer(cluster) {
  const found = readPostmasterFile(cluster)
  if (!found) return undefined
  const running = readProcess(found.pid)
  if (running?.command.includes(cluster)) return found
  if (running) rmSync(postmasterFile(cluster), { force: true })
  return undefined
}

/**
 * Reads postmaster.pid: the process id is on line 1, the port on line 4, the state on line 8 (miscadmin.h).
 *
 * @param {string} cluster PostgreSQL's data folder
 * @returns {PostmasterFile | undefined} undefined when there is none or it is not complete yet
 */
export function readPostmasterFile(cluster) {
  try {
    const lines = readFileSync(postmasterFile(cluster), 'utf8').split('\n')
    const [pid, port] = [Number(lines[0]), Number(lines[3])]
    return pid > 0 ? { pid, port, isReady: lines[7]?.trim() === 'ready' } : undefined
  } catch {
    return undefined
  }
}

/** @param {string} cluster */
function postmasterFile(cluster) {
  return path.join(cluster, 'postmaster.pid')
}
