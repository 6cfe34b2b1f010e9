import { existsSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { findRunningServer } from './postgres/find-running-server.mjs'
import { startPostgres } from './postgres/start-postgres.mjs'
import { stopServer } from './postgres/stop-server.mjs'
import { readProcess } from './read-process.mjs'

declare module 'vitest' {
  export interface ProvidedContext {
    /** Address of the server's database `parley`; its user may create databases. */
    postgresUrl: string
    /** Name of a database with every migration applied and no row: `CREATE DATABASE x TEMPLATE …`. */
    templateDatabase: string
  }
}

const FOLDER = /^parley-test-(\d+)$/
const MIGRATIONS = path.join(import.meta.dirname, '../prisma/migrations')
const RUNNER = path.join(import.meta.dirname, '../packages/db/src/apply-migrations.ts')
const TEMPLATE = 'template_parley'

/**
 * Vitest's global setup: one PostgreSQL for the whole run, in a folder of its own that goes with it.
 *
 * @returns the teardown
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  await clearAfterKilledRuns()
  const dataDirectory = path.join(tmpdir(), `parley-test-${process.pid}`)
  const postgres = await startPostgres({ dataDirectory, isDurable: false })
  await makeTemplate(postgres.url)
  project.provide('postgresUrl', postgres.url)
  project.provide('templateDatabase', TEMPLATE)
  return async () => {
    await postgres.stop()
    for (const folder of [postgres.folder, dataDirectory]) rmSync(folder, { recursive: true, force: true })
  }
}

async function makeTemplate(url: string): Promise<void> {
  await withClient(url, (client) => client.query(`CREATE DATABASE ${TEMPLATE}`))
  const template = new URL(url)
  template.pathname = TEMPLATE
  if (!existsSync(RUNNER)) return
  const { applyMigrations } = await import(RUNNER)
  await withClient(template.href, (client) => applyMigrations(asConnection(client), MIGRATIONS))
}

function asConnection(client: pg.Client) {
  return {
    exec: async (sql: string) => void (await client.query(sql)),
    query: async (sql: string, values: readonly unknown[]) => (await client.query(sql, [...values])).rows,
  }
}

async function withClient(url: string, use: (client: pg.Client) => Promise<unknown>): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await use(client)
  } finally {
    await client.end()
  }
}

/** A run that was killed leaves its server and folder behind; the folder's name says whose they were. */
async function clearAfterKilledRuns(): Promise<void> {
  for (const name of readdirSync(tmpdir())) {
    const [, pid] = FOLDER.exec(name) ?? []
    if (!pid || readProcess(Number(pid))) continue
    const dataDirectory = path.join(tmpdir(), name)
    const server = findRunningServer(path.join(dataDirectory, 'postgres/cluster'))
    if (server) await stopServer(server.pid)
    rmSync(dataDirectory, { recursive: true, force: true })
  }
}
