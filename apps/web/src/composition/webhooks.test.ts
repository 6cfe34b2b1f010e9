import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { scriptedModel } from '@parley/agent/testing'
import { createTestApi, type TestApi } from '@parley/api/testing'
import { type DeliveryTimes, deliverWebhooks, keepTurnLeases, type WebhookDeliveries } from '@parley/core'
import { useTestDatabase } from '@parley/db/testing'
import { AppError } from '@parley/errors'
import { createEgress, type Egress } from '@parley/net'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import {
  startWebhookReceiver,
  verifyIndependently,
  type WebhookReceiver,
} from '../testing/webhook-receiver.ts'
import { createCheckWebhookUrl } from './create-check-webhook-url.ts'
import { createPostWebhook } from './create-post-webhook.ts'

const FAST = { lookMs: 20, firstRetryMs: 10, longestRetryMs: 30 }

const database = useTestDatabase()
const world: Parameters<typeof createTestApi>[0] = { db: undefined as never, model: scriptedModel([]).model }
let api: TestApi
let alice: string
let bob: string
let egress: Egress
let receiver: WebhookReceiver
let workers: WebhookDeliveries[]
let webhook_id: string
let secret: string

beforeAll(async () => {
  api = createTestApi(Object.assign(world, { db: database.db }))
  egress = createEgress({ mode: 'local', allow: [], ownPorts: [1] })
  world.postWebhook = createPostWebhook(egress)
  bob = (await api.signIn()).token
})
afterAll(() => egress.close())
beforeEach(async () => {
  workers = []
  receiver = await startWebhookReceiver()
  alice = (await api.signIn()).token
  const created = await send('POST', '/webhook', { url: receiver.url })
  webhook_id = created.webhook.webhook_id
  secret = created.secret
})
afterEach(async () => {
  await Promise.all(workers.map((worker) => worker.close()))
  await send('DELETE', `/webhook/${webhook_id}`)
  await receiver.close()
})

async function send(method: string, path: string, body?: object, bearer = alice) {
  return (await api.send(method, path, { bearer, ...(body && { body }) })).body.data
}

function deliver(times: Partial<DeliveryTimes> = {}): WebhookDeliveries {
  const worker = deliverWebhooks(api.deps, (error) => api.faults.push(error as never), { ...FAST, ...times })
  workers.push(worker)
  return worker
}

async function openSession(bearer = alice): Promise<string> {
  const config = { provider: 'ollama', base_url: 'http://127.0.0.1:1/v1', model: 'm', name: 'C' }
  const { id } = await send('POST', '/llm_config', config, bearer)
  const { agent_id } = await send('POST', '/agent', { name: 'A', model_config_id: id }, bearer)
  return (await send('POST', '/chat/session/new', { name: 'S', agent_id }, bearer)).session_id
}

async function ask(bearer = alice): Promise<string> {
  world.model = scriptedModel(['Three.']).model
  const session_id = await openSession(bearer)
  await send('POST', '/chat/query', { session_id, query: 'How many?' }, bearer)
  const { runs } = await send('GET', `/chat/run?session_id=${session_id}`, undefined, bearer)
  return runs[0].run_id
}

const listed = () => send('GET', `/webhook/${webhook_id}/delivery`)
const stored = () => send('GET', `/webhook/${webhook_id}`)

test('the end of a run is delivered once, signed, with links and without content', async () => {
  const run_id = await ask()
  deliver()
  await expect.poll(() => receiver.accepted.length).toBe(1)
  const [delivery] = receiver.accepted
  if (!delivery) throw new Error('nothing arrived')
  const payload = verifyIndependently(secret, delivery)
  const run = `${api.deps.origin}/api/chat/run/${run_id}`
  expect(payload).toMatchObject({
    type: 'run.ended',
    data: { run_id, status: 'ok', links: { events: `${run}/events`, run } },
  })
  expect(delivery.body).not.toMatch(/Three|How many/)
  await expect.poll(listed).toMatchObject({
    deliveries: [{ delivery_id: delivery.id, status: 'delivered', reply_status: 204, run_id }],
  })
})

test('a webhook hears of the runs of its user alone, and another user cannot read or change it', async () => {
  deliver()
  const own = await startWebhookReceiver()
  const { webhook } = await send('POST', '/webhook', { url: own.url }, bob)
  await ask(bob)
  await expect.poll(() => own.accepted.length).toBe(1)
  expect(receiver.received).toEqual([])
  const path = `/webhook/${webhook.webhook_id}`
  const { deliveries } = await send('GET', `${path}/delivery`, undefined, bob)
  const replay = `${path}/delivery/${deliveries[0].delivery_id}/replay`
  for (const [method, target, body] of [
    ['GET', path],
    ['PATCH', path, { name: 'Mine' }],
    ['DELETE', path],
    ['POST', `${path}/rotate_secret`],
    ['POST', `${path}/test`],
    ['GET', `${path}/delivery`],
    ['POST', replay],
    ['POST', `/webhook/${webhook_id}/delivery/${deliveries[0].delivery_id}/replay`],
  ] as const)
    expect((await api.send(method, target, { bearer: alice, ...(body && { body }) })).status).toBe(404)
  expect(own.received).toHaveLength(1)
  await send('DELETE', path, undefined, bob)
  await own.close()
})

test('a receiver that fails in every way gets each delivery in order, each attempt signed anew', async () => {
  receiver.faults.push(
    (response) => response.writeHead(500).end('no'),
    (response) => response.destroy(),
    (response) => response.writeHead(302, { location: `${receiver.url}/elsewhere` }).end(),
    (response) => response.writeHead(503, { 'retry-after': '0' }).end(),
    (response) => void response.writeHead(400).write('x'.repeat(5_000_000), () => response.end()),
    (response) => setTimeout(() => response.writeHead(429).end(), 300),
  )
  const runs = [await ask(), await ask(), await ask()]
  deliver()
  await expect.poll(() => receiver.accepted.length, { timeout: 20_000 }).toBe(3)
  expect(receiver.accepted.map((one) => verifyIndependently(secret, one).data.run_id)).toEqual(runs)
  expect(receiver.received).toHaveLength(9)
  for (const one of receiver.received) expect(verifyIndependently(secret, one).type).toBe('run.ended')
  expect(new Set(receiver.received.slice(0, 7).map(({ id }) => id)).size).toBe(1)
  await expect.poll(stored).toMatchObject({ failures: 0, is_enabled: true })
  const { deliveries } = await listed()
  expect(deliveries.at(-1)).toMatchObject({ attempts: 7, failure: null })
})

test('a huge reply with a status of 2xx is a delivery, and is not read to its end', async () => {
  let isCut = false
  receiver.faults.push((response) => {
    response.on('close', () => {
      isCut = !response.writableFinished
    })
    response.writeHead(200)
    const more = () => {
      while (!response.destroyed && response.write('x'.repeat(65_536)));
    }
    response.on('drain', more)
    more()
  })
  await ask()
  deliver()
  await expect.poll(listed).toMatchObject({ deliveries: [{ status: 'delivered', reply_status: 200 }] })
  await expect.poll(() => isCut).toBe(true)
})

test('a redirect to this machine is not followed', async () => {
  const inside = await startWebhookReceiver()
  receiver.faults.push((response) => response.writeHead(307, { location: inside.url }).end())
  const tested = await send('POST', `/webhook/${webhook_id}/test`)
  expect(tested).toMatchObject({
    status: 'failed',
    reply_status: 307,
    failure: 'The receiver answered 307. Redirects are not followed; change the address of the webhook.',
  })
  expect(inside.received).toEqual([])
  await inside.close()
})

test('private addresses are refused unless the operator allows them for webhooks', async () => {
  const test = () => send('POST', `/webhook/${webhook_id}/test`)
  for (const allow of [[], [`api:127.0.0.1:${receiver.port}`]]) {
    const shut = createEgress({ mode: 'public', allow, ownPorts: [] })
    world.postWebhook = createPostWebhook(shut)
    expect(await test()).toMatchObject({
      status: 'failed',
      reply_status: null,
      failure: expect.stringMatching(/https address/),
    })
    await shut.close()
  }
  expect(receiver.received).toEqual([])
  const open = createEgress({ mode: 'public', allow: [`webhook:127.0.0.1:${receiver.port}`], ownPorts: [] })
  world.postWebhook = createPostWebhook(open)
  expect(await test()).toMatchObject({ status: 'delivered' })
  await open.close()
  world.postWebhook = createPostWebhook(egress)
})

test('410 disables the webhook at once, and enabling it sends what was waiting', async () => {
  receiver.faults.push((response) => response.writeHead(410).end())
  const first = await ask()
  const second = await ask()
  deliver()
  await expect.poll(stored).toMatchObject({
    is_enabled: false,
    disabled_reason: 'The receiver answered 410: it wants no more deliveries.',
  })
  await ask()
  const { deliveries } = await listed()
  expect(deliveries).toMatchObject([
    { run_id: second, status: 'pending' },
    { run_id: first, status: 'failed', reply_status: 410 },
  ])
  const replay = `/webhook/${webhook_id}/delivery/${deliveries[1].delivery_id}/replay`
  expect((await api.send('POST', replay, { bearer: alice })).status).toBe(409)
  await send('PATCH', `/webhook/${webhook_id}`, { is_enabled: true })
  expect(await stored()).toMatchObject({ is_enabled: true, disabled_reason: null })
  await expect.poll(() => receiver.accepted.length).toBe(1)
  expect((await api.send('POST', replay, { bearer: alice })).status).toBe(200)
  await expect.poll(() => receiver.accepted.map(({ id }) => id)).toEqual(deliveries.map(idOf))
})

const idOf = ({ delivery_id }: { delivery_id: string }) => delivery_id

test('a webhook that failed for too long is disabled with the last failure, and loses nothing', async () => {
  for (let attempt = 0; attempt < 50; attempt += 1)
    receiver.faults.push((response) => response.writeHead(500).end())
  await ask()
  deliver({ giveUpMs: 100 })
  await expect.poll(stored, { timeout: 10_000 }).toMatchObject({
    is_enabled: false,
    disabled_reason:
      'Every delivery failed for a day. The receiver answered 500. It must answer with a status of 2xx.',
  })
  receiver.faults.length = 0
  await send('PATCH', `/webhook/${webhook_id}`, { url: receiver.url, is_enabled: true })
  await expect.poll(() => receiver.accepted.length).toBe(1)
})

test('Retry-After delays the next attempt, in seconds and as a date, and a replay by hand is due at once', async () => {
  const later = new Date(Date.now() + 3_600_000).toUTCString()
  receiver.faults.push(
    (response) => response.writeHead(429, { 'retry-after': '3600' }).end(),
    (response) => response.writeHead(503, { 'retry-after': later }).end(),
  )
  await ask()
  deliver()
  for (const count of [1, 2, 3]) {
    await expect.poll(() => receiver.received.length).toBe(count)
    await expect.poll(listed).toMatchObject({ deliveries: [{ attempts: count }] })
    const { rows } = await database.db.pool.query(
      'select retry_at > clock_timestamp() + interval $$50 minutes$$ as "isLater" from webhooks where id = $1',
      [webhook_id],
    )
    expect(rows).toEqual([{ isLater: count < 3 }])
    const { deliveries } = await listed()
    if (count < 3) await send('POST', `/webhook/${webhook_id}/delivery/${idOf(deliveries[0])}/replay`)
  }
  expect(receiver.accepted).toHaveLength(1)
})

test('two processes deliver each event once and in order', async () => {
  deliver()
  deliver()
  const runs: string[] = []
  for (let turn = 0; turn < 12; turn += 1) runs.push(await ask())
  await expect.poll(() => receiver.accepted.length).toBe(12)
  expect(receiver.accepted.map((one) => verifyIndependently(secret, one).data.run_id)).toEqual(runs)
  expect(receiver.received).toHaveLength(12)
})

/** Takes every delivery that is due, as a process does just before it sends them, and waits to be killed. */
const CLAIM = `
  import { claimDeliveries, openDatabase } from '@parley/db'
  const db = openDatabase({ url: process.argv[1], poolSize: 1 })
  const claimed = await claimDeliveries(db, { leaseOwner: 'dead', leaseMs: 3000, limit: 10 })
  process.stdout.write(String(claimed.length))
  setInterval(() => {}, 1000)
`

test('what a process was sending when it died is sent by another one when its lease ends', async () => {
  const run_id = await ask()
  const dead = spawn(process.execPath, ['--input-type=module', '--eval', CLAIM, database.url], {
    cwd: import.meta.dirname,
  })
  await once(dead.stdout, 'data')
  dead.kill('SIGKILL')
  await once(dead, 'exit')
  expect((await listed()).deliveries).toMatchObject([{ status: 'pending', attempts: 0 }])
  deliver()
  await expect.poll(() => receiver.accepted.length, { timeout: 20_000 }).toBe(1)
  expect(receiver.accepted.map((one) => verifyIndependently(secret, one).data.run_id)).toEqual([run_id])
})

test('a process that lost its lease does not record its attempt', async () => {
  const gate = Promise.withResolvers<void>()
  receiver.faults.push((response) => void gate.promise.then(() => response.writeHead(500).end()))
  await ask()
  deliver({ leaseMs: 50 })
  await expect.poll(() => receiver.accepted.length).toBe(1)
  gate.resolve()
  await expect.poll(listed).toMatchObject({ deliveries: [{ status: 'delivered', attempts: 1 }] })
  await expect.poll(stored).toMatchObject({ failures: 0 })
})

test('for a day after a rotation both secrets verify a delivery', async () => {
  const rotated = await send('POST', `/webhook/${webhook_id}/rotate_secret`)
  await ask()
  deliver()
  await expect.poll(() => receiver.accepted.length).toBe(1)
  const [delivery] = receiver.accepted
  if (!delivery) throw new Error('nothing arrived')
  for (const one of [secret, rotated.secret])
    expect(verifyIndependently(one, delivery).type).toBe('run.ended')
  await database.db.pool.query(
    `update webhooks set previous_secret_expires_at = now() - interval '1 second' where id = $1`,
    [webhook_id],
  )
  await send('POST', `/webhook/${webhook_id}/test`)
  const tested = receiver.accepted[1]
  if (!tested) throw new Error('no test arrived')
  expect(verifyIndependently(rotated.secret, tested).type).toBe('webhook.test')
  expect(() => verifyIndependently(secret, tested)).toThrow('No matching signature')
})

test('a test of a webhook that cannot be reached says why, and stands in the list', async () => {
  await receiver.close()
  const tested = await send('POST', `/webhook/${webhook_id}/test`)
  expect(tested).toMatchObject({ event: 'webhook.test', run_id: null, status: 'failed', reply_status: null })
  expect(tested.failure).toMatch(/^The receiver of the webhook could not be reached/)
  expect((await listed()).deliveries).toMatchObject([{ delivery_id: tested.delivery_id, status: 'failed' }])
  receiver = await startWebhookReceiver()
})

test('a run that fails and a run whose process died are delivered as ended too', async () => {
  deliver()
  world.model = scriptedModel([new AppError('upstream_failed', 'Down.')]).model
  const failed = await openSession()
  await send('POST', '/chat/query', { session_id: failed, query: 'How many?' })
  await expect.poll(() => receiver.accepted.length).toBe(1)

  const gate = Promise.withResolvers<void>()
  world.model = async function* () {
    await gate.promise
    yield* []
    throw new AppError('upstream_failed', 'Late.')
  }
  const session_id = await openSession()
  const asked = send('POST', '/chat/query', { session_id, query: 'How many?' })
  await expect.poll(async () => (await send('GET', '/chat/run?status=running')).runs.length).toBe(1)
  await database.db.pool.query(
    `update runs set lease_expires_at = now() - interval '1 second' where status = 'running'`,
  )
  const leases = await keepTurnLeases(api.deps, (error) => api.faults.push(error as never))
  leases.close()
  await expect.poll(() => receiver.accepted.length).toBe(2)
  gate.resolve()
  await asked
  const told = receiver.accepted.map((one) => verifyIndependently(secret, one).data)
  expect(told).toMatchObject([
    { session_id: failed, status: 'error' },
    { session_id, status: 'interrupted' },
  ])
})

test('slow receivers of one user leave room for the webhook of another', async () => {
  const slow = await startWebhookReceiver()
  slow.faults.push(...Array.from({ length: 20 }, () => () => {}))
  const carol = (await api.signIn()).token
  for (let added = 0; added < 20; added++) await send('POST', '/webhook', { url: slow.url }, carol)
  await ask(carol)
  const worker = deliver()
  // Eight connections that never get a reply are all that one user holds.
  await expect.poll(() => slow.received.length).toBe(8)
  await ask()
  await expect.poll(() => receiver.accepted.length).toBe(1)
  expect(slow.received).toHaveLength(8)
  await slow.close()
  await worker.close()
  await database.db.pool.query(`delete from webhooks where url = $1`, [slow.url])
})

test('an address that no delivery can reach is refused when it is added, and when it is changed to', async () => {
  const guarded = createEgress({ mode: 'public', allow: ['webhook:127.0.0.1:8443'], ownPorts: [] })
  world.checkWebhookUrl = createCheckWebhookUrl(guarded)
  const urls = [
    'http://example.com/hook',
    'http://127.0.0.1:80/',
    'https://10.0.0.1/',
    'https://169.254.169.254/',
  ]
  for (const url of urls) {
    for (const [method, path] of [
      ['POST', '/webhook'],
      ['PATCH', `/webhook/${webhook_id}`],
    ] as const) {
      const refused = await api.send(method, path, { bearer: alice, body: { url } })
      expect([url, refused.status]).toEqual([url, 400])
      expect(refused.body.message).toMatch(/^url: The receiver of the webhook (?:must have|could not be)/)
    }
  }
  for (const url of ['https://example.com/hook', 'http://127.0.0.1:8443/']) {
    const added = await send('POST', '/webhook', { url })
    await send('DELETE', `/webhook/${added.webhook.webhook_id}`)
  }
  delete world.checkWebhookUrl
  await guarded.close()
})
