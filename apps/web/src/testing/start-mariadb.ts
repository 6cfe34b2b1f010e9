import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export type MariaDb = { readonly port: number; readonly stop: () => Promise<void> }

// Debian's packages bring both.
const PROGRAMS = { server: 'mariadbd', install: 'mariadb-install-db' }

/** Whether the system has a MariaDB server to test against. */
export function hasMariaDb(): boolean {
  try {
    execFileSync(PROGRAMS.server, ['--no-defaults', '--version'], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

/** Starts a server in a folder of its own after it has run the statements, one on each line. It may take a while to listen. */
export async function startMariaDb(statements: readonly string[]): Promise<MariaDb> {
  const folder = await mkdtemp(join(tmpdir(), 'parley-web-mariadb-'))
  const user = process.getuid?.() === 0 ? ['--user=root'] : []
  const place = ['--no-defaults', `--datadir=${folder}/data`, ...user]
  const install = ['--auth-root-authentication-method=normal', '--skip-test-db']
  execFileSync(PROGRAMS.install, [...place, ...install], { stdio: 'ignore' })
  await writeFile(join(folder, 'init.sql'), `${statements.join(';\n')};\n`)
  const port = await freePort()
  const listen = [`--port=${port}`, '--bind-address=127.0.0.1', `--socket=${folder}/s.sock`]
  const options = [...place, ...listen, '--skip-log-bin', `--init-file=${folder}/init.sql`]
  const server = spawn(PROGRAMS.server, options, { stdio: 'ignore' })
  return {
    port,
    stop: async () => {
      if (server.exitCode === null) {
        const gone = once(server, 'exit')
        server.kill('SIGKILL')
        await gone
      }
      await rm(folder, { recursive: true, force: true })
    },
  }
}

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const address = probe.address()
  probe.close()
  return typeof address === 'object' && address !== null ? address.port : 0
}
