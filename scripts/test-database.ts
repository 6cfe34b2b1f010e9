import { accessSync, constants, mkdirSync, readdirSync, rmSync, statfsSync } from 'node:fs'
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
const MEMORY = '/dev/shm'
/** Free memory and free room in its file system that a run needs. A run has held up to 0.3 GiB. */
const NEEDED_BYTES = 4 * 2 ** 30

/**
 * Vitest's global setup: starts one PostgreSQL for the whole run, in the folder of the run, where the workers make their
 * temporary folders too. The teardown deletes it. It lies in memory where the system has a file system for that: there,
 * making and deleting a database takes a quarter of the processor time that it takes on a disk (decision 0160).
 *
 * @returns the teardown
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  await clearAfterKilledRuns()
  const runFolder = path.join(temporaryRoot(), `parley-test-${process.pid}`)
  mkdirSync(runFolder, { mode: 0o711 })
  const dataDirectory = path.join(runFolder, 'database')
  const postgres = await startPostgres({ dataDirectory, isDurable: false })
  const teardown = async () => {
    await postgres.stop()
    for (const folder of [postgres.folder, runFolder]) rmSync(folder, { recursive: true, force: true })
  }
  try {
    await makeTemplate(postgres.url)
  } catch (error) {
    await teardown()
    throw error
  }
  project.provide('postgresUrl', postgres.url)
  project.provide('templateDatabase', TEMPLATE)
  // The workers start later, with this environment.
  process.env.TMPDIR = runFolder
  return teardown
}

/** The folder for files in memory, where there is one with room; else that for temporary files. */
function temporaryRoot(): string {
  try {
    accessSync(MEMORY, constants.W_OK)
    const { bavail, bsize } = statfsSync(MEMORY)
    return Math.min(bavail * bsize, process.availableMemory()) >= NEEDED_BYTES ? MEMORY : tmpdir()
  } catch {
    return tmpdir()
  }
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
  for (const root of new Set([tmpdir(), temporaryRoot()])) await clearIn(root)
}

async function clearIn(root: string): Promise<void> {
  for (const name of readdirSync(root)) {
    const [, pid] = FOLDER.exec(name) ?? []
    if (!pid || readProcess(Number(pid))) continue
    const runFolder = path.join(root, name)
    const server = findRunningServer(path.join(runFolder, 'database/postgres/cluster'))
    if (server) await stopServer(server.pid)
    rmSync(runFolder, { recursive: true, force: true })
  }
}
