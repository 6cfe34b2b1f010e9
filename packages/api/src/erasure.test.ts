import { scriptedModel } from '@parley/agent/testing'
import { finishErasures, readReceipt, verifyEvents } from '@parley/core'
import { eraseNow, sealAllEvents } from '@parley/core/testing'
import { holdFiles, type OwnerId, releaseFiles } from '@parley/db'
import { useTestDatabase } from '@parley/db/testing'
import { beforeEach, expect, test } from 'vitest'
import { createTestApi, type TestApi } from './testing.ts'

const database = useTestDatabase()
let api: TestApi
let admin: string
let removed: string[]
type Person = Awaited<ReturnType<TestApi['signIn']>>

beforeEach(async () => {
  await database.db.pool.query(`update users set role = 'member'`)
  removed = []
  api = createTestApi({
    db: database.db,
    model: (request) => scriptedModel(['Hello.']).model(request),
    removed,
  })
  const { token, userId } = await api.signIn()
  admin = token
  await database.db.pool.query(`update users set role = 'administrator' where id = $1`, [userId])
})

const goOn = () => eraseNow(api.deps)

/** A person with a record of every kind that a few calls make. */
async function createRecords({ token: bearer, address }: Person): Promise<string> {
  const create = async (path: string, body: object) => {
    const reply = await api.send('POST', path, { bearer, body })
    expect([path, reply.status]).toEqual([path, 200])
    return reply.body.data
  }
  await create('/data_source', { name: 'secretsales', format: 'csv', content: 'a\n1\n' })
  const model = { provider: 'ollama', base_url: 'http://127.0.0.1:1/v1', model: 'm', name: 'M' }
  const config = await create('/llm_config', model)
  const agent = await create('/agent', { name: 'Canary', model_config_id: config.id, tools: [] })
  const session = await create('/chat/session/new', { name: 'S', agent_id: agent.agent_id })
  await create('/chat/query', { session_id: session.session_id, query: 'What did canary Maria earn?' })
  const { runs } = (await api.send('GET', '/chat/run', { bearer })).body.data
  await create(`/chat/run/${runs[0].run_id}/rating`, {
    verdict: 'down',
    comment: 'Canary comment',
    corrected_statement: "select 'canary'",
  })
  await create('/apikeys', { name: 'Canary key' })
  await create('/webhook', { url: 'https://example.com/hook', name: 'Canary hook' })
  await create('/definition', { kind: 'term', name: 'canary' })
  await create('/account/recovery_codes', {})
  await api.send('GET', `/auth/challenge?wallet=${address}`)
  return session.session_id
}

/** Every row of every table as text, with the name of the table. */
async function readDatabase(): Promise<{ table: string; line: string }[]> {
  const { rows: tables } = await database.db.pool.query(
    `select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'`,
  )
  const all = await Promise.all(
    tables.map(async ({ name }) => {
      const { rows } = await database.db.pool.query(`select t::text as line from "${name}" t`)
      return rows.map(({ line }) => ({ table: name, line }))
    }),
  )
  return all.flat()
}

const mentions = async (words: readonly string[]) =>
  (await readDatabase()).filter(({ line }) =>
    words.some((word) => line.toLowerCase().includes(word.toLowerCase())),
  )

test('an administrator erases a person: nothing of the person is left in any table, the events stay whole, and a second person keeps everything', async () => {
  const [anna, bert] = [await api.signIn(), await api.signIn()]
  await createRecords(anna)
  const kept = await createRecords(bert)
  const words = [anna.userId, anna.address]
  expect(new Set((await mentions(words)).map(({ table }) => table)).size).toBeGreaterThan(12)

  const begun = await api.send('DELETE', `/user/${anna.userId}`, { bearer: admin })
  expect(begun.status).toBe(200)
  const { erasure_id } = begun.body.data
  // The account ends with the reply; the records go when no replica can write any more.
  expect((await api.send('GET', '/agent', { bearer: anna.token })).status).toBe(401)
  await finishErasures(api.deps)
  const read = async () => (await api.send('GET', `/erasure/${erasure_id}`)).body.data
  expect(await read()).toMatchObject({ is_finished: false, receipt: null, asked_by: 'administrator' })

  await goOn()
  await sealAllEvents(api.deps)
  expect(await mentions(words)).toEqual([])
  const { receipt, ...erasure } = await read()
  expect(erasure).toMatchObject({ is_finished: true, is_sealed: true })
  expect(receipt.erased).toMatchObject({
    users: 1,
    sign_ins: 1,
    agents: 1,
    sessions: 1,
    messages: 2,
    runs: 1,
    ratings: 1,
    suggestions: 1,
    data_sources: 1,
    api_keys: 1,
    webhooks: 1,
    recovery_codes: 10,
    event_subjects: 1,
  })
  expect(removed).toContain(api.deps.data.homeOf(anna.userId as OwnerId))
  expect((await verifyEvents(api.deps)).problems).toEqual([])

  const events = (await api.send('GET', '/event?limit=200', { bearer: admin })).body.data.events
  const own = events.filter(
    ({ person }: { person: { subject: string } | null }) => person?.subject === receipt.subject,
  )
  expect(own.length).toBeGreaterThan(3)
  for (const { person, names } of own)
    expect([person.parley_uuid, person.name, names]).toEqual([null, null, {}])
  expect(events.find(({ action }: { action: string }) => action === 'user.erase').target_id).toBe(
    receipt.subject,
  )
  expect(events.find(({ action }: { action: string }) => action === 'erasure.finish').target_id).toBe(
    receipt.receipt_id,
  )

  const bearer = bert.token
  expect((await api.send('GET', `/chat/session/${kept}`, { bearer })).body.data.messages).toHaveLength(2)
  expect((await api.send('GET', '/data_source', { bearer })).body.data.data_sources).toHaveLength(1)
  expect(removed).not.toContain(api.deps.data.homeOf(bert.userId as OwnerId))
  const list = (await api.send('GET', '/erasure', { bearer: admin })).body.data.erasures
  expect(list[0]).toEqual(await read())
})

test('a receipt that was edited, or that the service never issued, is not sealed', async () => {
  const anna = await api.signIn()
  const { erasure_id } = (await api.send('DELETE', `/user/${anna.userId}`, { bearer: admin })).body.data
  await goOn()
  await sealAllEvents(api.deps)
  const isSealed = async () => (await api.send('GET', `/erasure/${erasure_id}`)).body.data.is_sealed
  expect(await isSealed()).toBe(true)
  const { rows } = await database.db.pool.query('select receipt from erasures where id = $1', [erasure_id])
  expect(readReceipt(rows[0].receipt)).not.toBeNull()
  for (const change of [
    { finishedAt: '2020-01-01T00:00:00.000Z' },
    { erased: {} },
    { receiptId: 'f'.repeat(64) },
  ]) {
    expect(readReceipt({ ...rows[0].receipt, ...change })).toBeNull()
    const edited = JSON.stringify({ ...rows[0].receipt, ...change })
    await database.db.pool.query('update erasures set receipt = $2 where id = $1', [erasure_id, edited])
    expect(await isSealed()).toBe(false)
  }
})

test('a person erases the own account after a fresh sign-in and with its name, and comes back as a new person', async () => {
  const anna = await api.signIn()
  const erase = (user_id: string, bearer = anna.token) =>
    api.send('POST', '/account/erase', { bearer, body: { user_id } })
  const other = await api.signIn()
  const refused = await erase(other.address)
  expect([refused.status, refused.body.message]).toEqual([
    400,
    'user_id: must be that of your account, to confirm.',
  ])
  const key = await api.send('POST', '/apikeys', { bearer: anna.token, body: { name: 'K' } })
  expect((await erase(anna.address, key.body.data.secret)).status).toBe(403)
  Object.assign(api.deps, { now: () => new Date(Date.now() + 3_600_000) })
  expect((await erase(anna.address)).status).toBe(403)
  Object.assign(api.deps, { now: () => new Date() })

  const { erasure_id } = (await erase(anna.address.toLowerCase())).body.data
  expect((await api.send('GET', '/account', { bearer: anna.token })).status).toBe(401)
  expect((await api.send('GET', '/agent', { bearer: key.body.data.secret })).status).toBe(401)
  await goOn()
  const { receipt } = (await api.send('GET', `/erasure/${erasure_id}`)).body.data
  expect(receipt).toMatchObject({ asked_by: 'person', erased: { users: 1, api_keys: 1 } })
  expect((await api.send('GET', '/account', { bearer: other.token })).status).toBe(200)
})

test('the last administrator cannot be erased, an account that is being erased cannot be enabled, and a repeated call is the same erasure', async () => {
  const self = (await api.send('GET', '/account', { bearer: admin })).body.data
  for (const reply of [
    await api.send('DELETE', `/user/${self.parley_uuid}`, { bearer: admin }),
    await api.send('POST', '/account/erase', { bearer: admin, body: { user_id: self.user_id } }),
  ]) {
    expect([reply.status, reply.body.message]).toEqual([
      409,
      expect.stringMatching(/^This is the last administrator\./),
    ])
  }
  expect((await api.send('GET', '/user', { bearer: admin })).status).toBe(200)

  const anna = await api.signIn()
  const erase = () => api.send('DELETE', `/user/${anna.userId}`, { bearer: admin })
  const replies = await Promise.all([erase(), erase(), erase()])
  expect(new Set(replies.map(({ body }) => body.data.erasure_id)).size).toBe(1)
  const enabled = { bearer: admin, body: { is_disabled: false } }
  expect((await api.send('PATCH', `/user/${anna.userId}`, enabled)).body.data.is_disabled).toBe(true)
  await Promise.all([goOn(), goOn()])
  await goOn()
  expect((await erase()).status).toBe(404)
  for (const id of ['00000000-0000-0000-0000-000000000000', '00000000-0000-4000-8000-000000000001'])
    expect((await api.send('DELETE', `/user/${id}`, { bearer: admin })).status).toBe(404)
  const missing = await api.send('GET', '/erasure/00000000-0000-4000-8000-000000000001')
  expect(missing.status).toBe(404)
})

test('records wait for the end of a turn, and files for the end of a backup', async () => {
  const anna = await api.signIn()
  const session = await createRecords(anna)
  const begin = `insert into runs (id, session_id, user_id, status, lease_expires_at)
    values (gen_random_uuid(), $1, $2, 'running', now() + interval '1 minute')`
  await database.db.pool.query(begin, [session, anna.userId])
  const { erasure_id } = (await api.send('DELETE', `/user/${anna.userId}`, { bearer: admin })).body.data
  const users = async () =>
    (await database.db.pool.query('select from users where id = $1', [anna.userId])).rowCount
  await goOn()
  expect(await users()).toBe(1)
  await database.db.pool.query(`update runs set status = 'cancelled' where user_id = $1`, [anna.userId])

  const hold = '00000000-0000-4000-8000-0000000000aa'
  await holdFiles(database.db, hold, { holdMs: 60_000 })
  await goOn()
  expect(await users()).toBe(0)
  expect(removed).not.toContain(api.deps.data.homeOf(anna.userId as OwnerId))
  expect((await api.send('GET', `/erasure/${erasure_id}`)).body.data.is_finished).toBe(false)
  await releaseFiles(database.db, hold)
  await goOn()
  expect(removed).toContain(api.deps.data.homeOf(anna.userId as OwnerId))
  expect((await api.send('GET', `/erasure/${erasure_id}`)).body.data.is_finished).toBe(true)
  expect(await mentions([anna.userId, anna.address])).toEqual([])
})
