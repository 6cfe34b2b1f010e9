import { scriptedModel } from '@parley/agent/testing'
import { useTestDatabase } from '@parley/db/testing'
import { beforeAll, expect, test } from 'vitest'
import { createTestApi, type TestApi } from './testing.ts'

const database = useTestDatabase()
const world: Parameters<typeof createTestApi>[0] = { db: undefined as never, model: scriptedModel([]).model }
let api: TestApi
let alice: string
let bob: string
/** Two sessions of Alice, with the ids of their runs, oldest first. */
let sessions: { readonly sessionId: string; readonly agentId: string; readonly runIds: readonly string[] }[]

beforeAll(async () => {
  api = createTestApi(Object.assign(world, { db: database.db }))
  alice = (await api.signIn()).token
  bob = (await api.signIn()).token
  const config = { provider: 'ollama', base_url: 'http://127.0.0.1:1/v1', model: 'm', name: 'C' }
  const { id } = (await api.send('POST', '/llm_config', { bearer: alice, body: config })).body.data
  sessions = []
  for (const [name, answers] of [
    ['A', 3],
    ['B', 4],
  ] as const) {
    const agent = await api.send('POST', '/agent', { bearer: alice, body: { name, model_config_id: id } })
    const agentId: string = agent.body.data.agent_id
    const session = { name, agent_id: agentId }
    const opened = await api.send('POST', '/chat/session/new', { bearer: alice, body: session })
    const sessionId: string = opened.body.data.session_id
    sessions.push({ sessionId, agentId, runIds: await ask(sessionId, answers) })
  }
})

async function ask(session_id: string, answers: number): Promise<string[]> {
  const runIds: string[] = []
  for (let index = 0; index < answers; index += 1) {
    world.model = scriptedModel([index === 2 ? { text: 'Half', finishReason: 'length' } : 'Whole.']).model
    const headers = { accept: 'text/event-stream' }
    const body = { session_id, query: 'Hi' }
    const { reply } = await api.send('POST', '/chat/query', { bearer: alice, body, headers })
    let text = ''
    for await (const frame of reply.body as AsyncIterable<string>) text += frame
    runIds.push(/"run_id":"([^"]+)"/.exec(text)?.[1] ?? '')
  }
  return runIds
}

async function list(query: string, bearer = alice) {
  const { status, body } = await api.send('GET', `/chat/run?${query}`, { bearer })
  expect(status).toBe(200)
  const ids: string[] = body.data.runs.map(({ run_id }: { run_id: string }) => run_id)
  return { ids, runs: body.data.runs, cursor: body.data.next_cursor as string | null }
}

const newestFirst = () => sessions.flatMap(({ runIds }) => runIds).toReversed()

test('the runs of the caller are listed, newest first, with status, times and usage', async () => {
  const { ids, runs, cursor } = await list('')
  expect(ids).toEqual(newestFirst())
  expect(cursor).toBeNull()
  const [, second] = sessions
  expect(runs[0]).toMatchObject({ session_id: second?.sessionId, agent_id: second?.agentId, status: 'ok' })
  expect(runs[1].status).toBe('truncated')
  expect(Date.parse(runs[0].finished_at)).toBeGreaterThanOrEqual(Date.parse(runs[0].created_at))
  expect(runs[0].usage.output_tokens).toEqual(expect.any(Number))
  expect((await list('', bob)).ids).toEqual([])
})

test('pages hold every run once, also when another run begins between two pages', async () => {
  const seen: string[] = []
  const all = newestFirst()
  let cursor: string | null = ''
  while (cursor !== null) {
    const page = await list(`limit=3${cursor && `&cursor=${cursor}`}`)
    if (cursor === '') await ask(sessions[0]?.sessionId ?? '', 1)
    seen.push(...page.ids)
    cursor = page.cursor
  }
  expect(seen).toEqual(all)
})

test('runs are filtered by session, agent and status', async () => {
  const [first, second] = sessions
  expect((await list(`session_id=${second?.sessionId}`)).ids).toEqual(second?.runIds.toReversed())
  expect((await list(`agent_id=${first?.agentId}&status=truncated`)).ids).toEqual([first?.runIds[2]])
  expect((await list('status=running')).ids).toEqual([])
  expect((await list(`session_id=${second?.sessionId}`, bob)).ids).toEqual([])
})

test('runs are filtered by the time at which they began, through all pages', async () => {
  const { runs } = await list('')
  const times: string[] = runs.map(({ created_at }: { created_at: string }) => created_at)
  const ids: string[] = runs.map(({ run_id }: { run_id: string }) => run_id)
  const [from, to] = [times[5] ?? '', times[2] ?? '']
  const within = ids.filter((_, index) => from <= (times[index] ?? '') && (times[index] ?? '') < to)
  expect(within.length).toBeGreaterThan(1)
  const first = await list(`from=${from}&to=${to}&limit=1`)
  const rest = await list(`from=${from}&to=${to}&cursor=${first.cursor}`)
  expect([...first.ids, ...rest.ids]).toEqual(within)
  expect((await list(`from=${from}&to=${from}`)).ids).toEqual([])
  expect((await list(`from=2026-01-01T00:00:00Z`, bob)).ids).toEqual([])
})

test.each([
  ['from=yesterday', 'from'],
  ['to=2026-01-01', 'to'],
  ['limit=0', 'limit'],
  ['limit=201', 'limit'],
  ['limit=x', 'limit'],
  ['status=fine', 'status'],
  ['session_id=1', 'session_id'],
  ['cursor=yesterday', 'cursor'],
])('%s is refused with a sentence', async (query, field) => {
  const { status, body } = await api.send('GET', `/chat/run?${query}`, { bearer: alice })
  expect(status).toBe(400)
  expect(body.message).toContain(`${field}: must be`)
})
