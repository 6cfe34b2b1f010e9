import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import { isRelease } from '../command-line.mjs'
import { signalGroup } from './run-child.mjs'
import { SERVER_FLAGS } from './server-environment.mjs'
import { endLeftServer, forgetServer, rememberServer } from './server-record.mjs'

// The server gives turns 30 s to end. After this time it hangs.
const DRAIN_MS = 35_000
const FIRST_PAUSE_MS = 1_000
const LONGEST_PAUSE_MS = 30_000
// A server that ran this long was healthy, so the next pause is short again.
const HEALTHY_MS = 600_000

/**
 * @typedef {object} Application
 * @property {string} root
 * @property {string} entry the server's file, relative to root
 * @property {NodeJS.ProcessEnv} env
 * @property {import('./stop-request.mjs').StopRequest} stop
 * @property {string | undefined} recordFile where its process is written down, so that the next start can end a
 *   server that outlived a killed launcher; undefined where several servers share the folder
 */

/**
 * Runs the server until it is asked to stop. Restarts a server that ends by itself, after a pause that
 * doubles up to 30 s. Does not restart a server that ends before it has listened, because its configuration
 * is invalid.
 *
 * @param {Application} application
 * @returns {Promise<number>} 0 when it was asked to stop, else the exit code of a server that never listened
 */
export async function runApplication(application) {
  const { stop, recordFile } = application
  if (recordFile) await endLeftServer(recordFile, DRAIN_MS)
  let hasListened = false
  for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs = Math.min(2 * pauseMs, LONGEST_PAUSE_MS)) {
    const startedAt = performance.now()
    const code = await runServer(application, () => {
      hasListened = true
    })
    if (stop.requested.aborted) return 0
    if (!hasListened) {
      console.error(`The server stopped by itself (exit code ${code}).`)
      return code || 1
    }
    if (performance.now() - startedAt > HEALTHY_MS) pauseMs = FIRST_PAUSE_MS
    console.error(
      `The server stopped by itself (exit code ${code}). Starting it again in ${pauseMs / 1000} s ...`,
    )
    await sleep(pauseMs, undefined, { signal: stop.requested }).catch(() => {})
    if (stop.requested.aborted) return 0
  }
}

/**
 * Runs the server once. Starts it directly, because a package manager would not forward signals.
 *
 * @param {Application} application
 * @param {() => void} onListening called when the server takes requests
 * @returns {Promise<number>} its exit code
 */
async function runServer({ root, entry, env, stop, recordFile }, onListening) {
  const server = spawn('node', [...SERVER_FLAGS, entry], {
    cwd: root,
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
    // Ctrl-C reaches only the launcher. It forwards the signal once and stops the database after the server.
    detached: true,
  })
  if (recordFile && server.pid) rememberServer(recordFile, server.pid)
  createInterface({ input: server.stdout }).on('line', (line) => {
    if (show(line)) onListening()
  })
  const code = await untilExit(server, stop)
  // Processes that the server started must end with it.
  signalGroup(server.pid, 'SIGKILL')
  if (recordFile) forgetServer(recordFile)
  return code
}

/**
 * @param {import('node:child_process').ChildProcess} server
 * @param {import('./stop-request.mjs').StopRequest} stop
 * @returns {Promise<number>} its exit code
 */
async function untilExit(server, stop) {
  const kill = () => signalGroup(server.pid, 'SIGKILL')
  const ask = () => {
    console.log('Stopping after the answers under way. Press Ctrl-C again to stop at once.')
    server.kill('SIGTERM')
    setTimeout(kill, DRAIN_MS).unref()
  }
  if (stop.requested.aborted) ask()
  stop.requested.addEventListener('abort', ask)
  stop.insisted.addEventListener('abort', kill)
  const [code] = await once(server, 'exit')
  stop.requested.removeEventListener('abort', ask)
  stop.insisted.removeEventListener('abort', kill)
  return code ?? 1
}

/** The address that the quickstart asks unless it gets another one. */
const QUICKSTART_ORIGIN = 'http://127.0.0.1:3000'

/**
 * @param {string} line one line of the server's output
 * @returns {boolean} whether the line says that the server listens
 */
function show(line) {
  console.log(line)
  const setupFile = /^No administrator yet\. The link to become one is in (.+)$/.exec(line)?.[1]
  // Only a person at a terminal sees the link. Other output may be collected.
  if (setupFile && process.stdout.isTTY) console.log(`  ${readFileSync(setupFile, 'utf8').trim()}`)
  const address = /^Parley listens on (http\S+)/.exec(line)?.[1]
  if (!address) return false
  const origin = address === QUICKSTART_ORIGIN ? '' : `PARLEY_ORIGIN=${address} `
  const quickstart = `${origin}${isRelease() ? './parley quickstart' : 'node scripts/quickstart.mjs'}`
  console.log(`Next: open ${address} in a browser, or run \`${quickstart}\` in a second terminal.`)
  return true
}
