import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

const root = path.join(import.meta.dirname, '../..')
const READY_MS = 180_000

/**
 * Starts one process of the built service with its own data folder.
 *
 * @param {{ port: number, folder: string, env: Record<string, string> }} options
 */
export async function startReplica({ port, folder, env }) {
  mkdirSync(folder, { recursive: true })
  const child = spawn(
    process.execPath,
    ['--disable-warning=ExperimentalWarning', path.join(root, 'apps/web/server.ts')],
    {
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
    },
  )
  const exited = once(child, 'exit')
  const startedAt = performance.now()
  for (;;) {
    const ready = await fetch(`http://127.0.0.1:${port}/readyz`).catch(() => null)
    if (ready?.ok) break
    if (child.exitCode !== null) throw new Error(`A replica ended with ${child.exitCode}.`)
    if (performance.now() - startedAt > READY_MS) throw new Error('A replica was not ready in time.')
    await sleep(100)
  }
  return {
    port,
    readyMs: performance.now() - startedAt,
    /** @param {NodeJS.Signals} signal */
    end: async (signal) => {
      child.kill(signal)
      await exited
    },
  }
}
