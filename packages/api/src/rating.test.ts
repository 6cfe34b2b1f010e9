import { scriptedModel } from '@parley/agent/testing'
import { useTestDatabase } from '@parley/db/testing'
import { beforeEach, expect, test } from 'vitest'
import { createTestApi, type TestApi } from './testing.ts'

const database = useTestDatabase()
let api: TestApi
let token: string
let stranger: string
let agentId: string
let sessionId: string
const world: Parameters<typeof createTestApi>[0] = { db: undefined as never, model: scriptedModel([]).model }

beforeEach(async () => {
  world.model = (request) => scriptedModel(['Forty-two.']).model(request)
  api = createTestApi(Object.assign(world, { db: database.db }))
  token = (await api.signIn()).token
  stranger = (await api.signIn()).token
  const model = { provider: 'ollama', base_url: 'http://127.0.0.1:1/v1', model: 'm', name: 'C' }
  const { id: model_config_id } = await post('/llm_config', model)
  agentId = (await post('/agent', { name: 'A', model_config_id, tools: [] })).agent_id
  sessionId = await open()
})

async function post(path: string, body: object) {
  const reply = await api.send('POST', path, { bearer: token, body })
  expect([path, reply.status, reply.body.message]).toEqual([path, 200, undefined])
  return reply.body.data
}

const get = async (path: string, bearer = token) => (await api.send('GET', path, { bearer })).body.data
const open = async () => (await post('/chat/session/new', { name: 'S', agent_id: agentId })).session_id

/** Asks a question and returns the run of its answer. */
async function ask(session_id = sessionId): Promise<string> {
  await post('/chat/query', { session_id, query: 'How many?' })
  return (await answersOf(session_id)).at(-1).run_id
}

const answersOf = async (id: string) => (await get(`/chat/session/${id}/answers`)).answers

test('an answer is rated with a comment, rated again and no longer rated, by its owner alone', async () => {
  const run_id = await ask()
  const path = `/chat/run/${run_id}/rating`
  const rated = await post(path, { verdict: 'down', comment: 'Refunds are missing.' })
  expect(rated).toMatchObject({
    run_id,
    session_id: sessionId,
    verdict: 'down',
    comment: 'Refunds are missing.',
  })
  expect(await get(path)).toEqual(rated)
  for (const [method, body] of [
    ['POST', { verdict: 'up' }],
    ['GET', undefined],
    ['DELETE', undefined],
  ] as const) {
    const refused = await api.send(method, path, { bearer: stranger, ...(body && { body }) })
    expect([method, refused.status]).toEqual([method, 404])
  }
  expect((await get('/chat/rating', stranger)).ratings).toEqual([])
  const again = await post(path, { verdict: 'up' })
  expect(again).toMatchObject({ verdict: 'up', comment: '' })
  expect(again.rated_at > rated.rated_at).toBe(true)
  expect((await get('/chat/rating')).ratings).toEqual([again])
  expect((await api.send('DELETE', path, { bearer: token })).status).toBe(200)
  for (const method of ['GET', 'DELETE'])
    expect((await api.send(method, path, { bearer: token })).body.message).toBe(
      'There is no rating of a run with this id.',
    )
})

test.each([
  ['no verdict', {}, /verdict/],
  ['an unknown verdict', { verdict: 'maybe' }, /verdict/],
  ['a comment that is too long', { verdict: 'up', comment: 'x'.repeat(4_001) }, /comment.*4000/],
])('refuses %s', async (_what, body, message) => {
  const refused = await api.send('POST', `/chat/run/${await ask()}/rating`, { bearer: token, body })
  expect(refused.status).toBe(400)
  expect(refused.body.message).toMatch(message)
  expect((await get('/chat/rating')).ratings).toEqual([])
})

test('an answer that is being written is rated only when it is finished', async () => {
  const run_id = await ask()
  await database.db.pool.query(`update runs set status = 'running' where id = $1`, [run_id])
  const body = { verdict: 'up' }
  const refused = await api.send('POST', `/chat/run/${run_id}/rating`, { bearer: token, body })
  expect([refused.status, refused.body.message]).toEqual([
    409,
    'This run is under way. Rate its answer when the run has ended.',
  ])
})

test('the answers of a session are listed with their runs and ratings, also in a branch and without a tool', async () => {
  const [first, second] = [await ask(), await ask()]
  await post(`/chat/run/${first}/rating`, { verdict: 'up', comment: 'Right.' })
  const { messages } = await get(`/chat/session/${sessionId}`)
  expect(messages.at(-1)).toMatchObject({ role: 'assistant', run_id: '' })
  const rating = { verdict: 'up', comment: 'Right.' }
  expect(await answersOf(sessionId)).toEqual([
    { message: 2, run_id: first, rating },
    { message: 4, run_id: second, rating: null },
  ])
  const branch = await post(`/chat/session/${sessionId}/branches`, { keep: 2 })
  expect(await answersOf(branch.session_id)).toEqual([{ message: 2, run_id: first, rating }])
  const refused = await api.send('GET', `/chat/session/${sessionId}/answers`, { bearer: stranger })
  expect(refused.status).toBe(404)
})

test('ratings are listed a page at a time, by verdict, by session and by agent', async () => {
  const other = await open()
  const runs = [await ask(), await ask(other), await ask(other)]
  for (const [index, run] of runs.entries())
    await post(`/chat/run/${run}/rating`, { verdict: index === 0 ? 'up' : 'down' })
  const listed = async (query: string) => {
    const { ratings, next_cursor } = await get(`/chat/rating?${query}`)
    return { runs: ratings.map(({ run_id }: { run_id: string }) => run_id), next_cursor }
  }
  const newest = runs.toReversed()
  const first = await listed('limit=2')
  expect(first.runs).toEqual(newest.slice(0, 2))
  const rest = `limit=2&cursor=${encodeURIComponent(first.next_cursor)}`
  expect(await listed(rest)).toEqual({ runs: newest.slice(2), next_cursor: null })
  expect((await listed('verdict=up')).runs).toEqual([runs[0]])
  expect((await listed(`session_id=${other}`)).runs).toEqual(newest.slice(0, 2))
  expect((await listed(`agent_id=${agentId}&verdict=down`)).runs).toEqual(newest.slice(0, 2))
  expect((await listed(`agent_id=${other}`)).runs).toEqual([])
  const refused = await api.send('GET', `/chat/rating?${rest}&verdict=up`, { bearer: token })
  expect(refused.status).toBe(400)
})

test('a rating is deleted with its session', async () => {
  const run_id = await ask()
  await post(`/chat/run/${run_id}/rating`, { verdict: 'down' })
  const count = async () =>
    (await database.db.pool.query('select from ratings where run_id = $1', [run_id])).rowCount
  expect(await count()).toBe(1)
  await api.send('DELETE', `/chat/session/${sessionId}`, { bearer: token })
  expect(await count()).toBe(0)
})
