import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { scriptedModel } from '@parley/agent/testing'
import { router } from '@parley/api'
import { createTestApi, type TestApi } from '@parley/api/testing'
import { useTestDatabase } from '@parley/db/testing'
import { createEgress, type Egress } from '@parley/net'
import pino from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readSettings } from '../env.ts'
import { type OpenData, openData } from './open-data.ts'
import { openSandbox } from './open-sandbox.ts'

const database = useTestDatabase()
let folder: string
let egress: Egress
let opened: OpenData
let api: TestApi
let admin: string
let alice: Awaited<ReturnType<TestApi['signIn']>>

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'parley-web-events-'))
  egress = createEgress({ mode: 'local', allow: [], ownPorts: [], operatorUrls: [] })
  api = createTestApi({ db: database.db, model: scriptedModel([]).model })
  const settings = readSettings({ DATABASE_URL: database.url, PARLEY_DATA_DIR: folder })
  const log = pino({ level: 'silent' })
  opened = openData(settings, {
    db: database.db,
    egress,
    log,
    apiKeyPepper: api.deps.apiKeyPepper,
    store: null,
    sandbox: await openSandbox(settings, log),
  })
  Object.assign(api.deps, { data: opened.data })
  alice = await api.signIn()
  const { token, userId } = await api.signIn()
  admin = token
  await database.db.pool.query(`update users set role = 'administrator' where id = $1`, [userId])
})
afterAll(async () => {
  await opened.close()
  await egress.close()
  await rm(folder, { recursive: true, force: true })
})

async function select(sql: string, bearer: string) {
  const signal = new AbortController().signal
  const caller = router.createCaller({ deps: api.deps, bearer, signal, idempotencyKey: null })
  return (await caller.dataSource.query({ sql })).rows
}
const names = async (bearer: string) =>
  (await api.send('GET', '/data_source', { bearer })).body.data.data_sources.map(
    ({ name }: { name: string }) => name,
  )

test('an administrator asks in SQL who exported from a data source, and a member sees no events', async () => {
  const source = { name: 'sales', format: 'csv', content: 'region,amount\nNorth,1\n' }
  await api.send('POST', '/data_source', { bearer: alice.token, body: source })
  const sql = 'select * from sales.sales'
  const { status, reply } = await api.send('POST', '/data_source/export', {
    bearer: alice.token,
    body: { sql },
  })
  expect(status).toBe(200)
  let csv = ''
  for await (const piece of reply.body as AsyncIterable<string>) csv += piece
  expect(csv).toContain('North')

  expect(await names(admin)).toContain('events')
  expect(await names(alice.token)).not.toContain('events')
  const who = `select person, action from events.events where action = 'dataSource.export' and target_name = 'sales'
    and happened_at >= now()::timestamp - interval 1 month`
  expect(await select(who, admin)).toEqual([{ person: alice.address, action: 'dataSource.export' }])
  await expect(select(who, alice.token)).rejects.toThrow(/events/)
})

test('an administrator who becomes a member sees no events from the next request on', async () => {
  const { token, userId } = await api.signIn()
  const setRole = (role: string) =>
    database.db.pool.query('update users set role = $2 where id = $1', [userId, role])
  await setRole('administrator')
  expect(await names(token)).toContain('events')
  await setRole('member')
  expect(await names(token)).not.toContain('events')
  await expect(select('select count(*) from events.events', token)).rejects.toThrow(/events/)
})
