import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import mysql from 'mysql2/promise'

export type MariaDb = {
  readonly port: number
  readonly run: (statements: readonly string[]) => Promise<void>
  /** The first value of a statement's result. */
  readonly read: (statement: string) => Promise<unknown>
  readonly stop: () => Promise<void>
}

const FOLDERS = ['/usr/sbin', '/usr/bin', '/usr/local/sbin', '/usr/local/bin', '/opt/homebrew/bin']

/** Whether the system has a MariaDB server to test against. */
export function hasMariaDb(): boolean {
  return programPath('mariadbd') !== null && programPath('mariadb-install-db') !== null
}

function programPath(name: string): string | null {
  return FOLDERS.map((folder) => join(folder, name)).find((path) => existsSync(path)) ?? null
}

/** Starts a server in a new folder. Root has no password and can connect from this machine only. */
export async function startMariaDb(): Promise<MariaDb> {
  const folder = await mkdtemp(join(tmpdir(), 'parley-mariadb-'))
  const user = process.getuid?.() === 0 ? ['--user=root'] : []
  const data = join(folder, 'data')
  const place = ['--no-defaults', `--datadir=${data}`, ...user]
  await install(data, place)
  const port = await freePort()
  const listen = [`--port=${port}`, '--bind-address=127.0.0.1', `--socket=${folder}/s.sock`]
  const server = spawn(programPath('mariadbd') ?? '', [...place, ...listen, '--skip-log-bin'], {
    stdio: 'ignore',
  })
  const read = async (statement: string) => {
    const connection = await mysql.createConnection({
      host: '127.0.0.1',
      port,
      user: 'root',
      rowsAsArray: true,
    })
    const [rows] = await connection.query(statement).finally(() => connection.destroy())
    return Array.isArray(rows) ? Object.values(rows[0] ?? {})[0] : undefined
  }
  const run = async (statements: readonly string[]) => {
    const connection = await mysql.createConnection({ host: '127.0.0.1', port, user: 'root' })
    try {
      for (const statement of statements) await connection.query(statement)
    } finally {
      connection.destroy()
    }
  }
  const stop = async () => {
    await stopProcess(server)
    await rm(folder, { recursive: true, force: true })
  }
  await waitFor(() => run(['SELECT 1']), server).catch(async (error) => {
    await stop()
    throw error
  })
  return { port, run, read, stop }
}

/**
 * Creates the tables of the server itself. Tries twice, because the installer once ended before it had created all of
 * them, on a busy machine. Throws an Error with what it printed.
 */
async function install(data: string, place: readonly string[]): Promise<void> {
  const args = [...place, '--auth-root-authentication-method=normal', '--skip-test-db']
  const printed: string[] = []
  for (let tries = 0; tries < 2; tries++) {
    const installer = programPath('mariadb-install-db') ?? ''
    const { status, signal, stdout, stderr } = spawnSync(installer, args, { encoding: 'utf8' })
    if (status === 0) return
    printed.push(`It ended with ${status ?? signal}. ${stdout}${stderr}`)
    await rm(data, { recursive: true, force: true })
  }
  throw new Error(`MariaDB could not be installed. ${printed.join('\n')}`)
}

async function waitFor(attempt: () => Promise<void>, server: ChildProcess): Promise<void> {
  for (let tries = 0; ; tries++) {
    try {
      await attempt()
      return
    } catch (error) {
      if (server.exitCode !== null || tries > 150) throw error
      await sleep(200)
    }
  }
}

async function stopProcess(server: ChildProcess): Promise<void> {
  if (server.exitCode !== null) return
  const gone = new Promise((resolve) => server.once('exit', resolve))
  server.kill('SIGKILL')
  await gone
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer()
    probe.once('error', reject)
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address()
      const port = typeof address === 'object' && address !== null ? address.port : 0
      probe.close(() => resolve(port))
    })
  })
}
