import { spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { createInterface } from 'node:readline'

const ENGINE = path.join(import.meta.dirname, '../../apps/web/src/testing/engine-service.ts')

/**
 * Starts one process of the service without the console.
 *
 * @param {{ port: number, folder: string, env: Record<string, string> }} options
 */
export async function startWriter({ port, folder, env }) {
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', ENGINE], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: {
      PATH: process.env.PATH ?? '',
      NODE_ENV: 'production',
      PORT: String(port),
      PARLEY_DATA_DIR: folder,
      PARLEY_LOG_LEVEL: 'silent',
      ...env,
    },
  })
  const exited = once(child, 'exit')
  await Promise.race([
    once(createInterface({ input: child.stdout }), 'line'),
    exited.then(([code]) => {
      throw new Error(`A process of the service ended with ${code}.`)
    }),
  ])
  return {
    port,
    /** @param {NodeJS.Signals} signal */
    end: async (signal) => {
      child.kill(signal)
      await exited
    },
  }
}
