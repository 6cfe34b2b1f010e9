import { execFile, spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { Client } from 'pg'
import { afterAll, beforeAll, beforeEach, expect, inject, test } from 'vitest'
import { applyMigrations } from './apply-migrations.ts'

const ROOT = path.join(import.meta.dirname, '../../..')
const MIGRATIONS = path.join(ROOT, 'prisma/migrations')
const DATABASE = `migrations_${process.pid}`

let server: Client
let client: Client
let url: string
let folder: string

beforeAll(async () => {
  server = new Client({ connectionString: inject('postgresUrl') })
  await server.connect()
})
beforeEach(async () => {
  await client?.end()
  if (folder) rmSync(folder, { recursive: true })
  folder = mkdtempSync(path.join(tmpdir(), 'parley-migrations-'))
  await server.query(`DROP DATABASE IF EXISTS ${DATABASE} WITH (FORCE)`)
  await server.query(`CREATE DATABASE ${DATABASE}`)
  const address = new URL(inject('postgresUrl'))
  address.pathname = `/${DATABASE}`
  url = address.href
  client = new Client({ connectionString: url })
  await client.connect()
})
afterAll(async () => {
  await client.end()
  await server.query(`DROP DATABASE ${DATABASE} WITH (FORCE)`)
  await server.end()
  rmSync(folder, { recursive: true })
})

function write(name: string, sql: string): void {
  mkdirSync(path.join(folder, name), { recursive: true })
  writeFileSync(path.join(folder, name, 'migration.sql'), sql)
}

async function tableExists(name: string): Promise<boolean> {
  const { rows } = await client.query('select to_regclass($1) is not null as "isThere"', [name])
  return rows[0].isThere
}

test('missing migrations are applied once and in order, also migrations added later', async () => {
  write('20260102000000_second', 'alter table a add column c int')
  write('20260101000000_first', 'create table a (b int); insert into a values (1);')
  writeFileSync(path.join(folder, 'migration_lock.toml'), '')
  expect(await applyMigrations(url, folder)).toEqual(['20260101000000_first', '20260102000000_second'])
  expect(await applyMigrations(client, folder)).toEqual([])
  write('20260103000000_third', 'create table d (e int)')
  expect(await applyMigrations(client, folder)).toEqual(['20260103000000_third'])
  expect((await client.query('select * from a')).rows).toEqual([{ b: 1, c: null }])
})

test('one of several simultaneous starts applies the migrations, the others find nothing to do', async () => {
  cpSync(MIGRATIONS, folder, { recursive: true })
  const results = await Promise.all(Array.from({ length: 8 }, () => applyMigrations(url, folder)))
  expect(results.filter((applied) => applied.length > 0)).toHaveLength(1)
  expect(await tableExists('sessions')).toBe(true)
})

test('a process killed in the middle of a migration leaves it undone, and the next start applies all', async () => {
  write('20260101000000_first', 'create table a (b int)')
  write('20260102000000_slow', 'create table c (d int); select pg_sleep(2); insert into c values (1);')
  const program = `import { applyMigrations } from ${JSON.stringify(path.join(import.meta.dirname, 'apply-migrations.ts'))}
    await applyMigrations(${JSON.stringify(url)}, ${JSON.stringify(folder)})`
  const killed = spawn(process.execPath, ['--input-type=module', '--eval', program], { stdio: 'ignore' })
  const isAsleep = async () => {
    const text = "select 1 from pg_stat_activity where datname = $1 and wait_event = 'PgSleep'"
    return (await client.query(text, [DATABASE])).rows.length > 0
  }
  while (!(await isAsleep())) await sleep(20)
  killed.kill('SIGKILL')
  await once(killed, 'exit')
  expect(await tableExists('c')).toBe(false)
  expect((await applyMigrations(url, folder)).at(-1)).toBe('20260102000000_slow')
  expect((await client.query('select d from c')).rows).toEqual([{ d: 1 }])
})

test('a failing migration leaves the database unchanged, and can be retried after it is fixed', async () => {
  write('20260101000000_good', 'create table a (b int)')
  write('20260102000000_bad', 'create table c (d int); select nonsense;')
  const failure = /20260102000000_bad failed and was rolled back: column "nonsense" does not exist/
  await expect(applyMigrations(url, folder)).rejects.toThrow(failure)
  expect(await tableExists('a')).toBe(true)
  expect(await tableExists('c')).toBe(false)
  write('20260102000000_bad', 'create table c (d int)')
  expect(await applyMigrations(url, folder)).toEqual(['20260102000000_bad'])
})

test('a database that does not match the folder is refused', async () => {
  write('20260101000000_first', 'create table a (b int)')
  write('20260102000000_second', 'create table c (d int)')
  await applyMigrations(url, folder)
  write('20260101000000_first', 'create table a (b text)')
  await expect(applyMigrations(url, folder)).rejects.toThrow('20260101000000_first was edited')
  write('20260101000000_first', 'create table a (b int)')
  rmSync(path.join(folder, '20260102000000_second'), { recursive: true })
  write('20260103000000_third', 'create table c (d int)')
  await expect(applyMigrations(url, folder)).rejects.toThrow(
    'The database has the migration 20260102000000_second, which this build lacks.',
  )
  rmSync(path.join(folder, '20260103000000_third'), { recursive: true })
  await client.query(`update _prisma_migrations set finished_at = null where migration_name like '%first'`)
  await expect(applyMigrations(url, folder)).rejects.toThrow('20260101000000_first is recorded as failed')
})

test('a former release starts on the schema of a newer one, unless that contracts', async () => {
  write('20260101000000_first', 'create table a (b int)')
  write('20260102000000_add_c', 'alter table a add c int')
  await applyMigrations(url, folder)
  rmSync(path.join(folder, '20260102000000_add_c'), { recursive: true })
  expect(await applyMigrations(url, folder)).toEqual([])
  write('20260102000000_add_c', 'alter table a add c int')
  write('20260103000000_drop_b_contract', 'alter table a drop b')
  await applyMigrations(url, folder)
  for (const name of ['20260102000000_add_c', '20260103000000_drop_b_contract'])
    rmSync(path.join(folder, name), { recursive: true })
  await expect(applyMigrations(url, folder)).rejects.toThrow(
    'This build is too old for the database, which has the migration 20260103000000_drop_b_contract. Start a newer release',
  )
})

test('the migrations of this repository create the database of the Prisma schema', async () => {
  const words =
    'migrate diff --config prisma/prisma.config.ts --from-migrations prisma/migrations --to-schema prisma/schema'
  const command = [path.join(ROOT, 'node_modules/prisma/build/index.js'), ...words.split(' '), '--script']
  const { stdout } = await promisify(execFile)(process.execPath, command, { cwd: ROOT })
  expect(stdout.trim()).toBe('-- This is an empty migration.')
}, 120_000)

test('analysts of the ledger template without a choice get the followed ledger, and no other agent does', async () => {
  const names = readdirSync(MIGRATIONS).filter((name) => /^\d/.test(name))
  const before = names.filter((name) => name < '20261122130000')
  for (const name of before) cpSync(path.join(MIGRATIONS, name), path.join(folder, name), { recursive: true })
  await applyMigrations(client, folder)
  // Only these columns of the rows matter.
  await client.query('set session_replication_role = replica')
  await client.query(
    `insert into ledger_networks values ('local', 'i', 1, 1, now(), 1, 1, 1, 1, 'a', 1, 1, 1, now())`,
  )
  const analyst = (extra: string, sources: string | null) =>
    client.query(
      `insert into agents (user_id, name, description, model_config_id, tools, data_source_ids)
       values (gen_random_uuid(), 'Ledger analyst', $1, 1, '[]', $2)`,
      [`${ANALYST}${extra}`, sources],
    )
  await analyst('', null)
  await analyst('', '[]')
  await analyst(' It is mine.', null)
  cpSync(MIGRATIONS, folder, { recursive: true })
  await applyMigrations(client, folder)
  const { rows } = await client.query('select data_source_ids as ids from agents order by created_at')
  const hex = createHash('sha256').update('parley.ledger.local').digest('hex')
  const id = `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`
  expect(rows).toEqual([{ ids: [id] }, { ids: [] }, { ids: null }])
})

const ANALYST =
  'Answers questions about the ledger network from the source “ledger”: validators, stakes, emission, supply, transactions, assets and balances, always as of the newest block. Amounts are in CHN unless said otherwise.'

test('a migration that waits for a table gives way to those who use it, and comes after them', async () => {
  write('20260101000000_first', 'create table a (b int)')
  await applyMigrations(url, folder)
  write('20260102000000_second', 'alter table a add column c int')
  const backup = new Client({ connectionString: url })
  await backup.connect()
  try {
    await backup.query('begin')
    await backup.query('select * from a')
    const applying = applyMigrations(url, folder)
    await untilWaiting('a')
    // PostgreSQL lets no reader pass a waiting ALTER TABLE.
    await client.query("set statement_timeout = '20s'")
    await client.query('select * from a')
    await backup.query('commit')
    expect(await applying).toEqual(['20260102000000_second'])
  } finally {
    await backup.end()
  }
})

/** Waits until a statement waits for this table. */
async function untilWaiting(table: string): Promise<void> {
  const text = 'select count(*)::int as count from pg_locks where not granted and relation = $1::regclass'
  while ((await client.query(text, [table])).rows[0].count === 0) await sleep(20)
}
