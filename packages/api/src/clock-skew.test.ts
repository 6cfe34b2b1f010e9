import { scriptedModel } from '@parley/agent/testing'
import { keepTurnLeases } from '@parley/core'
import { useTestDatabase } from '@parley/db/testing'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { createTestApi, type TestApi } from './testing.ts'

const MINUTE_MS = 60_000

const database = useTestDatabase()
const world: Parameters<typeof createTestApi>[0] = { db: undefined as never, model: scriptedModel([]).model }
/** A replica whose clock is a minute ahead, and one whose clock is right. */
let ahead: TestApi
let right: TestApi

beforeAll(() => {
  ahead = createTestApi(Object.assign(world, { db: database.db }))
  right = createTestApi(world)
  const { cipher, accessTokens, apiKeyPepper } = ahead.deps
  Object.assign(right.deps, { cipher, accessTokens, apiKeyPepper })
})
afterEach(() => {
  vi.useRealTimers()
})

/** Works as the replica whose clock is ahead. */
async function minuteAhead<Result>(work: () => Promise<Result>): Promise<Result> {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + MINUTE_MS })
  try {
    return await work()
  } finally {
    vi.useRealTimers()
  }
}

async function send(api: TestApi, bearer: string, [method = '', path = '']: string[], body?: object) {
  const { status, body: reply } = await api.send(method, path, { bearer, ...(body && { body }) })
  expect([status, reply.message]).toEqual([200, undefined])
  return reply.data
}

async function openSession(api: TestApi, bearer: string): Promise<string> {
  const config = { provider: 'ollama', base_url: 'http://127.0.0.1:1/v1', model: 'm', name: 'C' }
  const { id } = await send(api, bearer, ['POST', '/llm_config'], config)
  const { agent_id } = await send(api, bearer, ['POST', '/agent'], { name: 'A', model_config_id: id })
  return (await send(api, bearer, ['POST', '/chat/session/new'], { name: 'S', agent_id })).session_id
}

test('sessions and chats go on between replicas whose clocks differ by a minute, for each user', async () => {
  const signIn = async (api: TestApi) => (await api.signIn()).token
  const alice = await minuteAhead(() => signIn(ahead))
  const bob = await signIn(right)
  for (const bearer of [alice, bob]) {
    const session_id = await minuteAhead(() => openSession(ahead, bearer))
    world.model = scriptedModel(['One.', 'Two.', 'Three.']).model
    const ask = (api: TestApi) => send(api, bearer, ['POST', '/chat/query'], { session_id, query: 'Next?' })
    await minuteAhead(() => ask(ahead))
    await ask(right)
    await minuteAhead(() => ask(ahead))
    const { messages } = await send(right, bearer, ['GET', `/chat/session/${session_id}`])
    const answers = messages.filter((message: { role: string }) => message.role === 'assistant')
    expect(answers.map(({ content }: { content: string }) => content)).toEqual(['One.', 'Two.', 'Three.'])
  }
})

test('a replica closes no run of another whose clock differs by a minute', async () => {
  const alice = (await right.signIn()).token
  const session_id = await openSession(right, alice)
  const gate = Promise.withResolvers<void>()
  world.model = async function* late(request) {
    await gate.promise
    return yield* scriptedModel(['Late.']).model(request)
  }
  const asked = send(right, alice, ['POST', '/chat/query'], { session_id, query: 'Slow?' })
  const statusOf = async () =>
    (await send(right, alice, ['GET', `/chat/run?session_id=${session_id}`])).runs[0]?.status
  await vi.waitUntil(async () => (await statusOf()) === 'running', { timeout: 30_000 })
  const faults: unknown[] = []
  // The start of a replica closes the runs whose lease has expired.
  const leases = await minuteAhead(() => keepTurnLeases(ahead.deps, (error) => faults.push(error)))
  expect(await statusOf()).toBe('running')
  gate.resolve()
  expect((await asked).content).toBe('Late.')
  leases.close()
  expect([await statusOf(), faults]).toEqual(['ok', []])
})
