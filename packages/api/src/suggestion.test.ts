import { type ScriptedReply, scriptedModel } from '@parley/agent/testing'
import { useTestDatabase } from '@parley/db/testing'
import { AppError } from '@parley/errors'
import { beforeEach, expect, test } from 'vitest'
import { router } from './router.ts'
import { createTestApi, type TestApi } from './testing.ts'

const database = useTestDatabase()
let api: TestApi
let token: string
let stranger: string
let agentId: string
let sessionId: string
const world: Parameters<typeof createTestApi>[0] = { db: undefined as never, model: scriptedModel([]).model }
const WRONG = 'SELECT sum(total) FROM shop.orders'
const RIGHT = 'SELECT sum(total - refund) FROM shop.orders'

beforeEach(async () => {
  const call = async () => ({ status: 'ok' as const, output: { rows: [] }, content: '[]' })
  const parameters = { type: 'object', properties: {} }
  world.tools = () => [{ name: 'execute_sql', description: 'Runs SQL.', parameters, call }]
  world.query = async () => ({ columns: [], rows: [], rowCount: 0, notes: [] }) as never
  world.checkDefinition = async (_owner, { definition: { expression } }) => {
    if (expression.includes('shop.')) return { columns: ['total'], dataSourceIds: [] }
    throw new AppError('invalid_request', 'There is no such table.')
  }
  api = createTestApi(Object.assign(world, { db: database.db }))
  token = (await api.signIn()).token
  stranger = (await api.signIn()).token
  const model = { provider: 'ollama', base_url: 'http://127.0.0.1:1/v1', model: 'm', name: 'C' }
  const { id: model_config_id } = await post('/llm_config', model)
  const tools = [{ tool_name: 'execute_sql', tool_server_id: 'parley', properties: [] }]
  agentId = (await post('/agent', { name: 'A', model_config_id, tools })).agent_id
  sessionId = (await post('/chat/session/new', { name: 'S', agent_id: agentId })).session_id
})

async function post(path: string, body: object = {}) {
  const reply = await api.send('POST', path, { bearer: token, body })
  expect([path, reply.status, reply.body.message]).toEqual([path, 200, undefined])
  return reply.body.data
}

const queue = async (bearer = token) =>
  (await api.send('GET', '/suggestion', { bearer })).body.data.suggestions
const definitions = async () =>
  (await api.send('GET', '/definition', { bearer: token })).body.data.definitions

/** Asks a question that the model answers with a statement, or without one; returns the run. */
async function ask(query: string, sql: string | null, session_id = sessionId): Promise<string> {
  const replies: ScriptedReply[] = ['Done.']
  if (sql !== null)
    replies.unshift({ toolCalls: [{ name: 'execute_sql', arguments: { generated_sql: sql } }] })
  world.model = scriptedModel(replies).model
  await post('/chat/query', { session_id, query })
  const path = `/chat/session/${session_id}/answers`
  return (await api.send('GET', path, { bearer: token })).body.data.answers.at(-1).run_id
}

const rate = (run: string, rating: object) => post(`/chat/run/${run}/rating`, rating)

/** Runs a statement in the editor of an answer, as the console does. */
function edit(run_id: string, sql: string) {
  const signal = new AbortController().signal
  const caller = router.createCaller({ deps: api.deps, bearer: token, signal, idempotencyKey: null })
  return caller.dataSource.query({ sql, run_id })
}

test('a statement that was run in place of that of an answer is offered while the answer is rated down, and accepted', async () => {
  const run_id = await ask('What is our revenue?', WRONG)
  expect((await edit(run_id, `${WRONG.toLowerCase()} ;`)).is_correction).toBe(false)
  expect((await edit(run_id, RIGHT)).is_correction).toBe(true)
  expect(await queue()).toEqual([])
  await rate(run_id, { verdict: 'up' })
  expect(await queue()).toEqual([])
  await rate(run_id, { verdict: 'down' })
  const [suggestion] = await queue()
  expect(suggestion).toMatchObject({
    reason: 'corrected',
    run_id,
    question: 'What is our revenue?',
    statement_before: WRONG,
    statement: RIGHT,
    definition_id: null,
  })
  expect(await queue(stranger)).toEqual([])
  const path = `/suggestion/${suggestion.suggestion_id}`
  expect((await api.send('POST', `${path}/accept`, { bearer: stranger, body: {} })).status).toBe(404)
  expect((await api.send('DELETE', path, { bearer: stranger })).status).toBe(404)
  const definition = await post(`${path}/accept`, { question: 'Net revenue?' })
  expect(definition).toMatchObject({ kind: 'question', name: 'Net revenue?', expression: RIGHT })
  expect(await definitions()).toEqual([definition])
  expect(await queue()).toEqual([])
  expect((await api.send('POST', `${path}/accept`, { bearer: token, body: {} })).status).toBe(404)
})

test('a correction sent with the rating replaces the statement of the verified question of its wording', async () => {
  const name = 'What is our revenue?'
  const { id } = await post('/definition', { kind: 'question', name, expression: WRONG })
  const run_id = await ask(name, null)
  await rate(run_id, { verdict: 'down', corrected_statement: RIGHT })
  const [suggestion] = await queue()
  expect(suggestion).toMatchObject({ statement_before: null, statement: RIGHT, definition_id: id })
  const accepted = await post(`/suggestion/${suggestion.suggestion_id}/accept`)
  expect(accepted).toMatchObject({ id, name, expression: RIGHT })
  expect(await definitions()).toHaveLength(1)
})

test('a right answer with a corrected statement is refused', async () => {
  const run_id = await ask('How many?', WRONG)
  const body = { verdict: 'up', corrected_statement: RIGHT }
  const refused = await api.send('POST', `/chat/run/${run_id}/rating`, { bearer: token, body })
  expect([refused.status, refused.body.message]).toEqual([
    400,
    'corrected_statement: is only for the verdict down. Leave it out, or set the verdict to down.',
  ])
})

test('a suggestion whose statement does not run stays, and a dismissed one comes back with another statement only', async () => {
  const run_id = await ask('How many?', WRONG)
  await rate(run_id, { verdict: 'down', corrected_statement: 'SELECT 1 FROM nothing' })
  const [{ suggestion_id }] = await queue()
  const accept = `/suggestion/${suggestion_id}/accept`
  const refused = await api.send('POST', accept, { bearer: token, body: {} })
  expect([refused.status, refused.body.message]).toEqual([400, 'There is no such table.'])
  expect(await queue()).toHaveLength(1)
  expect((await api.send('DELETE', `/suggestion/${suggestion_id}`, { bearer: token })).status).toBe(200)
  await edit(run_id, 'SELECT 1 FROM nothing')
  expect(await queue()).toEqual([])
  await edit(run_id, RIGHT)
  expect(await queue()).toMatchObject([{ statement: RIGHT }])
})

test('an edited question whose second statement differs is offered when the second answer is rated up', async () => {
  await ask('Revenue?', WRONG)
  const branch = (await post(`/chat/session/${sessionId}/branches`, { keep: 0 })).session_id
  const second = await ask('Revenue without refunds?', RIGHT, branch)
  expect(await queue()).toEqual([])
  await rate(second, { verdict: 'up' })
  expect(await queue()).toMatchObject([
    {
      reason: 'asked_again',
      run_id: second,
      question: 'Revenue without refunds?',
      statement_before: WRONG,
      statement: RIGHT,
    },
  ])
  await api.send('DELETE', `/chat/run/${second}/rating`, { bearer: token })
  expect(await queue()).toEqual([])
})

test('a question asked again in the same words is offered, and no other pair of questions', async () => {
  await ask('Revenue?', WRONG)
  await rate(await ask('revenue? ', RIGHT), { verdict: 'up' })
  expect(await queue()).toMatchObject([{ reason: 'asked_again', statement_before: WRONG }])
  await rate(await ask('And the orders?', 'SELECT count(*) FROM shop.orders'), { verdict: 'up' })
  await rate(await ask('And the orders?', 'select COUNT(*) from shop.orders'), { verdict: 'up' })
  await rate(await ask('And the orders?', null), { verdict: 'up' })
  expect(await queue()).toHaveLength(1)
})

test('an answer that is right as well is not corrected by the next one', async () => {
  await rate(await ask('Revenue?', WRONG), { verdict: 'up' })
  await rate(await ask('Revenue?', RIGHT), { verdict: 'up' })
  expect(await queue()).toEqual([])
})

test('suggestions are listed a page at a time', async () => {
  for (const query of ['a', 'b', 'c'])
    await rate(await ask(query, WRONG), { verdict: 'down', corrected_statement: RIGHT })
  const page = async (query: string) =>
    (await api.send('GET', `/suggestion?limit=2${query}`, { bearer: token })).body.data
  const first = await page('')
  expect(first.suggestions.map(({ question }: { question: string }) => question)).toEqual(['c', 'b'])
  const second = await page(`&cursor=${encodeURIComponent(first.next_cursor)}`)
  expect(second).toMatchObject({ suggestions: [{ question: 'a' }], next_cursor: null })
})
