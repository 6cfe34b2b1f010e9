import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { signalGroup } from './run-child.mjs'
import { endLeftServer, forgetServer, rememberServer } from './server-record.mjs'
import { watchSources } from './watch-sources.mjs'

// Signalled twice, the server ends its open turns within half a second. Past this time it is stuck.
const STOP_MS = 3_000
const SECOND_SIGNAL_MS = 100

/**
 * Runs the server and starts it again whenever one of its sources changes, until a stop is requested. A server that
 * ends by itself, for example because of a syntax error, is started again at the next change.
 *
 * @param {object} options
 * @param {string} options.root the folder of the project
 * @param {string} options.entry the server's file, relative to root
 * @param {NodeJS.ProcessEnv} options.env
 * @param {import('./stop-request.mjs').StopRequest} options.stop
 * @param {string | undefined} options.recordFile where the server's process is recorded, as in `runApplication`
 */
export async function serveAndRestart({ root, entry, env, stop, recordFile }) {
  if (recordFile) await endLeftServer(recordFile, STOP_MS)
  const sources = watchSources(root)
  const stopped = new Promise((resolve) => {
    stop.requested.addEventListener('abort', () => resolve(undefined))
  })
  try {
    while (!stop.requested.aborted) {
      const server = spawn('node', [entry], { cwd: root, env, stdio: 'inherit', detached: true })
      if (recordFile && server.pid) rememberServer(recordFile, server.pid)
      server.once('exit', sayThatItEnded)
      const changed = await Promise.race([sources.nextChange(), stopped])
      server.off('exit', sayThatItEnded)
      if (changed) console.log(`${changed} changed: restarting the server.`)
      await endServer(server)
      if (recordFile) forgetServer(recordFile)
    }
  } finally {
    sources.close()
  }
}

function sayThatItEnded() {
  console.error('The server ended. It starts again when a source changes.')
}

/**
 * Ends the server without its usual grace: a second signal interrupts the turns under way.
 *
 * @param {import('node:child_process').ChildProcess} server
 */
async function endServer(server) {
  if (server.exitCode === null && server.signalCode === null) {
    const exited = once(server, 'exit')
    server.kill('SIGTERM')
    const second = setTimeout(() => server.kill('SIGTERM'), SECOND_SIGNAL_MS)
    const kill = setTimeout(() => signalGroup(server.pid, 'SIGKILL'), STOP_MS)
    await exited
    clearTimeout(second)
    clearTimeout(kill)
  }
  // What the server started must not outlive it.
  signalGroup(server.pid, 'SIGKILL')
}
