import { readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { applyMigrations } from '@parley/db'
import type {} from '@parley/db/testing'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { findRunningServer } from './postgres/find-running-server.mjs'
import { startPostgres } from './postgres/start-postgres.mjs'
import { stopServer } from './postgres/stop-server.mjs'
import { readProcess } from './read-process.mjs'

const FOLDER = /^parley-test-(\d+)$/
const MIGRATIONS = path.join(import.meta.dirname, '../prisma/migrations')
const TEMPLATE = 'template_parley'

/**
 * Vitest's global setup: starts one PostgreSQL for the whole run, in a temporary folder that the teardown deletes.
 *
 * @returns the teardown
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  await clearAfterKilledRuns()
  const dataDirectory = path.join(tmpdir(), `parley-test-${process.pid}`)
  const postgres = await startPostgres({ dataDirectory, isDurable: false })
  const teardown = async () => {
    await postgres.stop()
    for (const folder of [postgres.folder, dataDirectory]) rmSync(folder, { recursive: true, force: true })
  }
  try {
    await makeTemplate(postgres.url)
  } catch (error) {
    await teardown()
    throw error
  }
  project.provide('postgresUrl', postgres.url)
  project.provide('templateDatabase', TEMPLATE)
  return teardown
}

async function makeTemplate(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query(`CREATE DATABASE ${TEMPLATE}`)
  await client.end()
  const template = new URL(url)
  template.pathname = TEMPLATE
  await applyMigrations(template.href, MIGRATIONS)
}

/** Deletes servers and folders of killed runs. The folder's name contains the run's process id. */
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
