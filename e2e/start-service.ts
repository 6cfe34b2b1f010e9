import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { BUILT_SERVICE } from '../scripts/launch/server-environment.mjs'
import { freePort } from '../scripts/postgres/free-port.mjs'
import { startPostgres } from '../scripts/postgres/start-postgres.mjs'

const ROOT = path.join(import.meta.dirname, '..')
const READY_MS = 90_000
const POLL_MS = 200

export type Service = {
  readonly origin: string
  /** The address of its database, for tests that need direct access. */
  readonly databaseUrl: string
  /** Its data folder. */
  readonly dataDirectory: string
  /** Starts the server again with changed settings, on the same address, database and data folder. */
  readonly restart: (changes: NodeJS.ProcessEnv) => Promise<void>
  readonly stop: () => Promise<void>
}

/**
 * Starts the built service like an installation: on a free port, with its own database and data folder. Needs
 * a finished `pnpm build`. `environment` adds settings. Browsers offer passkeys for the `host` localhost only.
 */
export async function startService(
  environment: NodeJS.ProcessEnv = {},
  host = '127.0.0.1',
): Promise<Service> {
  const folder = mkdtempSync(path.join(tmpdir(), 'parley-e2e-'))
  const dataDirectory = path.join(folder, 'service')
  const postgres = await startPostgres({ dataDirectory: folder, isDurable: false })
  // Just before its use: while a database starts, another program may take the port.
  const port = await freePort(folder)
  const origin = `http://${host}:${port}`
  const start = (changes: NodeJS.ProcessEnv) =>
    spawn(process.execPath, [path.join(ROOT, BUILT_SERVICE)], {
      env: {
        ...process.env,
        NODE_ENV: 'production',
        NEXT_TELEMETRY_DISABLED: '1',
        PORT: String(port),
        DATABASE_URL: postgres.url,
        PARLEY_DATA_DIR: dataDirectory,
        PARLEY_LOG_LEVEL: 'error',
        PARLEY_ORIGIN: origin,
        ...environment,
        ...changes,
      },
      stdio: ['ignore', 'ignore', 'inherit'],
    })
  let server = start({})
  const stop = async () => {
    await end(server)
    await postgres.stop()
    for (const each of [postgres.folder, folder]) rmSync(each, { recursive: true, force: true })
  }
  const restart = async (changes: NodeJS.ProcessEnv) => {
    await end(server)
    server = start(changes)
    await untilReady(origin, server)
  }
  try {
    await untilReady(origin, server)
  } catch (error) {
    await stop()
    throw error
  }
  return { origin, databaseUrl: postgres.url, dataDirectory, restart, stop }
}

async function untilReady(origin: string, server: ChildProcess): Promise<void> {
  const deadline = Date.now() + READY_MS
  while (Date.now() < deadline) {
    if (server.exitCode !== null) throw new Error(`The service ended at start with code ${server.exitCode}.`)
    const reply = await fetch(`${origin}/readyz`).catch(() => null)
    if (reply?.ok) return
    await new Promise((resolve) => setTimeout(resolve, POLL_MS))
  }
  throw new Error('The service was not ready in time.')
}

async function end(server: ChildProcess): Promise<void> {
  if (server.exitCode !== null) return
  server.kill('SIGTERM')
  await once(server, 'exit')
}
