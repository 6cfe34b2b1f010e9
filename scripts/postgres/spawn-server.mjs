import { spawn } from 'node:child_process'
import { chownSync, closeSync, openSync, readFileSync, statSync, truncateSync } from 'node:fs'
import path from 'node:path'
import { postgresEnvironment } from './postgres-environment.mjs'

const LOG_LIMIT_BYTES = 10_000_000

/**
 * Starts the server process without waiting until it is ready.
 *
 * @param {import('./postgres-home.mjs').PostgresHome} home
 * @param {{ port: number, isDurable: boolean }} options isDurable false: faster, and a power cut loses data
 * @returns {{ pid: number | undefined, lastWords: () => Promise<string> }} lastWords waits for its end
 */
export function spawnServer(home, { port, isDurable }) {
  const { log, logLength } = openLog(home)
  const child = spawn(path.join(home.binaries, 'bin/postgres'), serverArguments(home, { port, isDurable }), {
    uid: home.account?.uid,
    gid: home.account?.gid,
    cwd: home.folder,
    env: postgresEnvironment(),
    stdio: ['ignore', log, log],
    // A separate session, so that Ctrl-C does not stop the database before the application has ended.
    detached: true,
  })
  closeSync(log)
  child.unref()
  /** @type {Promise<Error | undefined>} */
  const ended = new Promise((resolve) => {
    child.once('error', resolve)
    child.once('exit', () => resolve(undefined))
  })
  const lastWords = async () => {
    // Without this, the process would end here when it waits for the end of the server alone.
    child.ref()
    return (await ended)?.message ?? readLog(home, logLength)
  }
  return { pid: child.pid, lastWords }
}

/**
 * Names the file a server logs to.
 *
 * @param {import('./postgres-home.mjs').PostgresHome} home
 * @returns {string}
 */
export function logFile(home) {
  return path.join(home.folder, 'server.log')
}

/**
 * @param {import('./postgres-home.mjs').PostgresHome} home
 * @param {{ port: number, isDurable: boolean }} options
 * @returns {string[]}
 */
function serverArguments(home, { port, isDurable }) {
  const settings = [
    `port=${port}`,
    'listen_addresses=127.0.0.1',
    'unix_socket_directories=',
    `fsync=${isDurable ? 'on' : 'off'}`,
    ...(isDurable ? [] : ['synchronous_commit=off', 'full_page_writes=off']),
  ]
  return ['-D', home.cluster, ...settings.flatMap((setting) => ['-c', setting])]
}

/** @param {import('./postgres-home.mjs').PostgresHome} home @returns {{ log: number, logLength: number }} */
function openLog(home) {
  const file = logFile(home)
  const log = openSync(file, 'a', 0o600)
  if (home.account) chownSync(file, home.account.uid, home.account.gid)
  if (statSync(file).size > LOG_LIMIT_BYTES) truncateSync(file)
  return { log, logLength: statSync(file).size }
}

/** @param {import('./postgres-home.mjs').PostgresHome} home @param {number} from @returns {string} */
function readLog(home, from) {
  const lines = readFileSync(logFile(home)).subarray(from).toString('utf8').trim().split('\n')
  return lines.slice(-5).join(' ')
}
