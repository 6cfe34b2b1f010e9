import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { signalGroup } from './run-child.mjs'
import { endLeftServer, forgetServer, rememberServer } from './server-record.mjs'
import { watchSources } from './watch-sources.mjs'

// After two signals the server ends its open turns within half a second. After this time it hangs.
const STOP_MS = 3_000
const SECOND_SIGNAL_MS = 100

/**
 * Runs the server and restarts it whenever one of its sources changes, until a stop is requested. A server
 * that ends by itself, for example because of a syntax error, is restarted at the next change.
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
 * Ends the server without waiting for its turns: a second signal interrupts them.
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
  // Processes that the server started must end with it.
  signalGroup(server.pid, 'SIGKILL')
}
