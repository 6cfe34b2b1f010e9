import { scriptedModel } from '@parley/agent/testing'
import { rotateMasterKey } from '@parley/core'
import { useTestDatabase } from '@parley/db/testing'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { createTestApi, type TestApi } from './testing.ts'

const database = useTestDatabase()
const world: Parameters<typeof createTestApi>[0] = { db: undefined as never, model: scriptedModel([]).model }
let api: TestApi
let alice: string
let bob: string

beforeAll(() => {
  api = createTestApi(Object.assign(world, { db: database.db }))
})
beforeEach(async () => {
  alice = (await api.signIn()).token
  bob = (await api.signIn()).token
  world.postWebhook = async () => ({ status: 204, retryAfter: null })
})

const URL = 'https://example.com/hook'
const create = (body: object, headers = {}) => api.send('POST', '/webhook', { bearer: alice, body, headers })

test('a webhook is named by its host, hears of every event, and shows its secret once', async () => {
  const { webhook, secret } = (await create({ url: URL })).body.data
  expect(webhook).toMatchObject({
    name: 'example.com',
    url: URL,
    events: ['run.ended', 'run.waiting'],
    is_enabled: true,
    disabled_reason: null,
    failures: 0,
  })
  expect(Buffer.from(secret.slice('whsec_'.length), 'base64')).toHaveLength(32)
  const listed = await api.send('GET', '/webhook', { bearer: alice })
  expect(listed.body.data.webhooks).toEqual([webhook])
  expect((await api.send('GET', '/webhook', { bearer: bob })).body.data.webhooks).toEqual([])
  const { rows } = await database.db.pool.query('select w::text as text from webhooks w')
  expect(JSON.stringify([rows, listed.body])).not.toContain(secret.slice('whsec_'.length, 20))
})

test('a repeated key adds one webhook and does not show the secret again', async () => {
  const key = { 'idempotency-key': 'once' }
  const first = (await create({ url: URL }, key)).body.data
  const again = (await create({ url: URL }, key)).body.data
  expect(again).toEqual({ ...first, secret: null })
  expect((await api.send('GET', '/webhook', { bearer: alice })).body.data.webhooks).toHaveLength(1)
})

test.each<[string, object, string]>([
  ['an address of another protocol', { url: 'ftp://example.com' }, 'url: must be an http or https address'],
  ['an address with a password', { url: 'https://a:b@example.com' }, 'url: must be an http or https address'],
  ['an address with a fragment', { url: 'https://example.com/#x' }, 'url: must be an http or https address'],
  ['no address', { name: 'A' }, 'url: is missing'],
  ['no event', { url: URL, events: [] }, 'events: '],
  ['an unknown event', { url: URL, events: ['run.began'] }, 'events.0: '],
])('%s is refused with the field', async (_what, body, sentence) => {
  const refused = await create(body)
  expect(refused.status).toBe(400)
  expect(refused.body.message).toContain(sentence)
})

test('a webhook is changed, disabled, enabled and deleted', async () => {
  const { webhook_id } = (await create({ url: URL })).body.data.webhook
  const path = `/webhook/${webhook_id}`
  const change = { name: 'Night', url: `${URL}/2`, events: ['run.ended'], is_enabled: false }
  const changed = await api.send('PATCH', path, { bearer: alice, body: change })
  expect(changed.body.data).toMatchObject({ ...change, disabled_reason: null })
  const enabled = await api.send('PATCH', path, { bearer: alice, body: { is_enabled: true } })
  expect(enabled.body.data).toMatchObject({ ...change, is_enabled: true })
  expect((await api.send('DELETE', path, { bearer: alice })).status).toBe(200)
  expect((await api.send('GET', path, { bearer: alice })).status).toBe(404)
})

test('deliveries come in pages, newest first, and can be filtered by their status', async () => {
  const { webhook_id } = (await create({ url: URL })).body.data.webhook
  const path = `/webhook/${webhook_id}`
  const ids: string[] = []
  for (const status of [204, 500, 204, 500, 204]) {
    world.postWebhook = async () => ({ status, retryAfter: null })
    ids.unshift((await api.send('POST', `${path}/test`, { bearer: alice })).body.data.delivery_id)
  }
  const seen: string[] = []
  let cursor: string | null = ''
  while (cursor !== null) {
    const query: string = cursor === '' ? '' : `&cursor=${cursor}`
    const { data } = (await api.send('GET', `${path}/delivery?limit=2${query}`, { bearer: alice })).body
    seen.push(...data.deliveries.map(({ delivery_id }: { delivery_id: string }) => delivery_id))
    cursor = data.next_cursor
  }
  expect(seen).toEqual(ids)
  const failed = await api.send('GET', `${path}/delivery?status=failed`, { bearer: alice })
  expect(failed.body.data.deliveries).toHaveLength(2)
  expect((await api.send('GET', `${path}/delivery?cursor=x`, { bearer: alice })).status).toBe(400)
})

test('the secrets of webhooks are sealed anew when the master key is rotated', async () => {
  const { webhook_id } = (await create({ url: URL })).body.data.webhook
  await api.send('POST', `/webhook/${webhook_id}/rotate_secret`, { bearer: alice })
  const { cipher } = api.deps
  const isCurrent = { ...cipher, isCurrent: () => false }
  const { unreadable, rewrapped } = await rotateMasterKey({ db: database.db, cipher: isCurrent })
  expect({ unreadable, isRewrapped: rewrapped >= 3 }).toEqual({ unreadable: [], isRewrapped: true })
  const tested = await api.send('POST', `/webhook/${webhook_id}/test`, { bearer: alice })
  expect(tested.body.data.status).toBe('delivered')
})
