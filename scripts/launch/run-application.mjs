import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { signalGroup } from './run-child.mjs'
import { endLeftServer, forgetServer, rememberServer } from './server-record.mjs'

// The server lets answers in flight end for 30 s; past that it is stuck.
const DRAIN_MS = 35_000

/**
 * Runs the server, directly and not through a package manager, which would not pass signals on.
 *
 * @param {object} options
 * @param {string} options.root
 * @param {string} options.entry the server's file, relative to root
 * @param {NodeJS.ProcessEnv} options.env
 * @param {import('./stop-request.mjs').StopRequest} options.stop
 * @param {string | undefined} options.recordFile where its process is written down, so that the next start can end
 *   a server that outlived a killed launcher; undefined where several servers share the folder
 * @returns {Promise<number>} 0 when it was asked to stop and did, else its exit code
 */
export async function runApplication({ root, entry, env, stop, recordFile }) {
  if (recordFile) await endLeftServer(recordFile, DRAIN_MS)
  const server = spawn('node', [entry], {
    cwd: root,
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
    // Ctrl-C reaches us alone: we pass it on once, and end the database only after the server.
    detached: true,
  })
  if (recordFile && server.pid) rememberServer(recordFile, server.pid)
  createInterface({ input: server.stdout }).on('line', show)
  const code = await untilExit(server, stop)
  // What the server started must not outlive it.
  signalGroup(server.pid, 'SIGKILL')
  if (recordFile) forgetServer(recordFile)
  if (stop.requested.aborted) return 0
  console.error(`The server stopped by itself (exit code ${code}).`)
  return code || 1
}

/**
 * @param {import('node:child_process').ChildProcess} server
 * @param {import('./stop-request.mjs').StopRequest} stop
 * @returns {Promise<number>} its exit code
 */
async function untilExit(server, stop) {
  const kill = () => signalGroup(server.pid, 'SIGKILL')
  const ask = () => {
    console.log('Stopping: answers in flight may finish. Press Ctrl-C again to stop at once.')
    server.kill('SIGTERM')
    setTimeout(kill, DRAIN_MS).unref()
  }
  if (stop.requested.aborted) ask()
  stop.requested.addEventListener('abort', ask)
  stop.insisted.addEventListener('abort', kill)
  const [code] = await once(server, 'exit')
  return code ?? 1
}

/** @param {string} line one line of the server's output */
function show(line) {
  console.log(line)
  const address = /^Parley listens on (http\S+)/.exec(line)?.[1]
  if (!address) return
  console.log(
    `Next: open ${address} in a browser, or run \`node scripts/quickstart.mjs\` in a second terminal.`,
  )
}
