import { setTimeout as sleep } from 'node:timers/promises'
import { ExpectedFailure } from '../expected-failure.mjs'
import { readProcess } from '../read-process.mjs'
import { findRunningServer, readPostmasterFile } from './find-running-server.mjs'
import { freePort } from './free-port.mjs'
import { logFile, spawnServer } from './spawn-server.mjs'

/** @typedef {{ pid: number, port: number, isAttached: boolean }} RunningServer */

const POLL_MS = 25
const ATTEMPTS = 25
const RETRY_MS = 200
const REPORT_EVERY_MS = 5_000

// Temporary errors: remains of a killed server, and a port that another program has taken.
const PASSING_TROUBLE = /lock file|shared memory|could not bind|could not create any TCP/

/**
 * Starts the server of a cluster and waits until it accepts connections, also during a long recovery. Uses a
 * server that already runs there.
 *
 * @param {import('./postgres-home.mjs').PostgresHome} home
 * @param {{ isDurable: boolean, say: (line: string) => void }} options
 * @returns {Promise<RunningServer>}
 * @throws {ExpectedFailure} with the end of the server's log when it does not come up
 */
export async function runServer(home, { isDurable, say }) {
  let complaint = ''
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const found = findRunningServer(home.cluster)
    if (found && (await isReady(home.cluster, found.pid, say))) {
      return { pid: found.pid, port: found.port, isAttached: true }
    }
    const port = await freePort(home.folder)
    const server = spawnServer(home, { port, isDurable })
    if (server.pid && (await isReady(home.cluster, server.pid, say))) {
      return { pid: server.pid, port, isAttached: false }
    }
    complaint = await server.lastWords()
    if (!PASSING_TROUBLE.test(complaint)) break
    await sleep(RETRY_MS)
  }
  throw new ExpectedFailure(`PostgreSQL did not start. Its log, ${logFile(home)}, ends with: ${complaint}`)
}

/**
 * @param {string} cluster
 * @param {number} pid
 * @param {(line: string) => void} say
 * @returns {Promise<boolean>} false when the process ended instead
 */
async function isReady(cluster, pid, say) {
  const startedAt = Date.now()
  let reportAt = startedAt + REPORT_EVERY_MS
  while (readProcess(pid)) {
    const state = readPostmasterFile(cluster)
    if (state?.pid === pid && state.isReady) return true
    if (Date.now() > reportAt) {
      reportAt += REPORT_EVERY_MS
      say(`PostgreSQL is still starting (${Math.round((Date.now() - startedAt) / 1000)} s).`)
    }
    await sleep(POLL_MS)
  }
  return false
}
