import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { openInstallation } from './installation.mjs'

/** Long, because a busy machine gives a background process a twentieth of a core. */
const READY_MS = 600_000

/**
 * Starts one process of the service with its own data folder.
 *
 * @param {{ port: number, folder: string, env: Record<string, string>, installation?: import('./installation.mjs').Installation }} options
 */
export async function startReplica({ port, folder, env, installation = openInstallation() }) {
  mkdirSync(folder, { recursive: true })
  const [program = '', ...args] = installation.start
  const child = spawn(program, args, {
    cwd: folder,
    stdio: ['ignore', 'ignore', 'inherit'],
    env: {
      PATH: process.env.PATH ?? '',
      NODE_ENV: 'production',
      PORT: String(port),
      PARLEY_DATA_DIR: folder,
      PARLEY_LOG_LEVEL: 'error',
      PARLEY_PROXY_HOPS: '1',
      ...env,
    },
  })
  const exited = once(child, 'exit')
  /** @param {NodeJS.Signals} signal */
  const end = async (signal) => {
    if (child.exitCode !== null || child.signalCode !== null) return
    // The first process of a release starts the one that serves. It forwards a request to stop, but never SIGKILL.
    const below = signal === 'SIGKILL' ? await readDescendants(child.pid ?? 0) : []
    child.kill(signal)
    for (const pid of below) process.kill(pid, signal)
    await exited
  }
  const startedAt = performance.now()
  while (!(await fetch(`http://127.0.0.1:${port}/readyz`).catch(() => null))?.ok) {
    const isLate = performance.now() - startedAt > READY_MS
    if (isLate) {
      await end('SIGKILL')
      throw new Error(`A replica was not ready after ${READY_MS / 1000} s.`)
    }
    const code = child.exitCode ?? child.signalCode
    if (code !== null) throw new Error(`A replica ended with ${code}.`)
    await sleep(100)
  }
  return { port, folder, pid: child.pid ?? 0, readyMs: performance.now() - startedAt, end }
}

/** @param {number} pid @returns {Promise<number[]>} the processes below another, the nearest first */
async function readDescendants(pid) {
  const text = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8').catch(() => '')
  const children = text.split(' ').filter(Boolean).map(Number)
  const below = await Promise.all(children.map(readDescendants))
  return [...children, ...below.flat()]
}
