import { spawn } from 'node:child_process'
import { ExpectedFailure } from '../expected-failure.mjs'

/**
 * @typedef {object} ChildRun
 * @property {string} command
 * @property {string[]} args
 * @property {string} directory where it runs
 * @property {NodeJS.ProcessEnv} env
 * @property {AbortSignal} stopRequested ends the child and everything it started
 * @property {boolean} [isShown] true: its output goes to the terminal; otherwise it is collected
 */

const GRACE_MS = 10_000

/**
 * Runs a program until it ends.
 *
 * @param {ChildRun} run
 * @returns {Promise<{ code: number, output: string }>} output is empty when it was shown
 * @throws {ExpectedFailure} when the program does not exist, or when a stop was requested
 */
export async function runChild({ command, args, directory, env, stopRequested, isShown = false }) {
  refuseWhenStopped(stopRequested)
  const child = spawn(command, args, {
    cwd: directory,
    env,
    stdio: ['ignore', isShown ? 'inherit' : 'pipe', isShown ? 'inherit' : 'pipe'],
    // A separate process group, so that one signal reaches its children too.
    detached: true,
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (/** @type {string} */ text) => {
      output += text
    })
  }
  const endGroup = () => signalGroup(child.pid, 'SIGTERM')
  const killGroup = () => setTimeout(() => signalGroup(child.pid, 'SIGKILL'), GRACE_MS).unref()
  stopRequested.addEventListener('abort', endGroup)
  stopRequested.addEventListener('abort', killGroup)
  try {
    const code = await ended(child, command)
    refuseWhenStopped(stopRequested)
    return { code, output }
  } finally {
    stopRequested.removeEventListener('abort', endGroup)
    stopRequested.removeEventListener('abort', killGroup)
  }
}

/**
 * Signals a process and all processes that it started.
 *
 * @param {number | undefined} pid the first process of a group
 * @param {NodeJS.Signals} signal
 */
export function signalGroup(pid, signal) {
  if (!pid) return
  try {
    process.kill(-pid, signal)
  } catch {
    // No process of the group is left.
  }
}

/** @param {AbortSignal} stopRequested */
function refuseWhenStopped(stopRequested) {
  if (stopRequested.aborted) throw new ExpectedFailure('Stopped.')
}

/** @param {import('node:child_process').ChildProcess} child @param {string} command @returns {Promise<number>} */
function ended(child, command) {
  return new Promise((resolve, reject) => {
    child.once('error', (error) =>
      reject(new ExpectedFailure(`${command} cannot be run: ${error.message}`, { cause: error })),
    )
    child.once('close', (code) => resolve(code ?? 1))
  })
}
