import type { Tool } from '@parley/agent'
import { type ScriptedReply, scriptedModel } from '@parley/agent/testing'
import { OPERATIONS } from '@parley/contract'
import { useTestDatabase } from '@parley/db/testing'
import type { JsonObject, PartialResult, WholeRows } from '@parley/domain'
import { AppError } from '@parley/errors'
import { beforeAll, expect, test } from 'vitest'
import { createTestApi, type Received, type TestApi } from './testing.ts'

const database = useTestDatabase()
const world: Parameters<typeof createTestApi>[0] = { db: undefined as never, model: scriptedModel([]).model }
let api: TestApi
let alice: string
let bob: string

const ROWS = [
  { species: 'Adelie', mass_g: 3700.66 },
  { species: 'Gentoo', mass_g: 5076.02 },
]

beforeAll(async () => {
  api = createTestApi(Object.assign(world, { db: database.db }))
  alice = (await api.signIn()).token
  bob = (await api.signIn()).token
  world.tools = () => [queryTool({ row_count: 2, rows: ROWS })]
})

function queryTool(output: JsonObject): Tool {
  const parameters = { type: 'object', properties: {} }
  const call: Tool['call'] = async () => ({ status: 'ok', output, content: JSON.stringify(ROWS) })
  return { name: 'execute_sql', description: 'Runs SQL.', parameters, call }
}

/** The events of a stream. */
async function framesOf({ reply }: Received) {
  const frames: { event: string; data: Record<string, unknown> }[] = []
  for await (const text of reply.body as AsyncIterable<string>) {
    const [, event = '', data = ''] = /event: (.*)\ndata: (.*)\n\n$/.exec(text) ?? []
    if (event !== '') frames.push({ event, data: JSON.parse(data) })
  }
  return frames
}

async function createAgent({ limits = {}, hasTools = true } = {}): Promise<string> {
  const config = { provider: 'ollama', base_url: 'http://127.0.0.1:1/v1', model: 'm', name: 'C' }
  const { body } = await api.send('POST', '/llm_config', { bearer: alice, body: config })
  const tools = hasTools ? [{ tool_name: 'execute_sql', tool_server_id: 'parley', properties: [] }] : []
  const agent = { name: 'A', model_config_id: body.data.id, tools, limits }
  return (await api.send('POST', '/agent', { bearer: alice, body: agent })).body.data.agent_id
}

/** Asks with a scripted model in a new session. */
async function ask(
  replies: readonly ScriptedReply[],
  { limits = {}, stream = false, hasTools = true } = {},
): Promise<{ received: Received; requests: ReturnType<typeof scriptedModel>['requests'] }> {
  const { model, requests } = scriptedModel(replies)
  world.model = model
  const session = { name: 'S', agent_id: await createAgent({ limits, hasTools }) }
  const { session_id } = (await api.send('POST', '/chat/session/new', { bearer: alice, body: session })).body
    .data
  const received = await api.send('POST', '/chat/query', {
    bearer: alice,
    body: { session_id, query: 'How heavy are the penguins?' },
    ...(stream && { headers: { accept: 'text/event-stream' } }),
  })
  return { received, requests }
}

async function evidenceOf(runId: string, bearer = alice) {
  const { status, body } = await api.send('GET', `/chat/run/${runId}/evidence`, { bearer })
  return {
    status,
    evidence: status === 200 ? OPERATIONS.run.evidence.reply.output.parse(body.data).evidence : null,
  }
}

const QUERY = { toolCalls: [{ name: 'execute_sql' }] }
const LIE = 'Gentoo penguins weigh 5,076 g and Adelie 3,791 g.'
const TRUTH = 'Gentoo penguins weigh 5,076 g and Adelie 3,701 g.'

test('gives the model one chance to correct a number that no result proves, and stores what happened', async () => {
  const { received, requests } = await ask([QUERY, LIE, TRUTH])
  expect(received.body.data.content).toBe(TRUTH)
  expect(requests[2]?.tools).toEqual([])
  expect(requests[2]?.messages.at(-1)?.content).toContain('3,791 g')
  const { evidence } = await evidenceOf(received.body.data.run_id)
  expect(evidence).toMatchObject({
    numbers: 2,
    proven: 2,
    spans: [
      { offset: 22, length: 7, kind: 'cell', step_id: 1, row: 2, column: 'mass_g', value: 5076.02 },
      { kind: 'cell', row: 1, cells: { species: 'Adelie', mass_g: 3700.66 } },
    ],
    results: [{ step_id: 1, row_count: 2, searched_rows: 2 }],
    repair: { numbers: ['3,791 g'], is_replaced: true, before: LIE },
  })
})

test('stores a number as unproven when the model insists on it', async () => {
  const { received } = await ask([QUERY, LIE, LIE])
  const { evidence } = await evidenceOf(received.body.data.run_id)
  expect(evidence).toMatchObject({ numbers: 2, proven: 1, repair: { is_replaced: false } })
  expect(evidence?.spans[1]).toMatchObject({ kind: 'none', offset: LIE.indexOf('3,791'), step_id: null })
})

test('keeps the answer when the correction has more unproven numbers, is empty or fails', async () => {
  for (const correction of ['It is 1,111 g, 2,222 g or 3,333 g.', ' ', new Error('gone')]) {
    const { received } = await ask([QUERY, LIE, correction])
    expect(received.body.data).toMatchObject({ content: LIE, status: 'ok' })
  }
})

test('asks for no correction where the agent forbids it, or the answer is proven', async () => {
  const forbidden = await ask([QUERY, LIE], { limits: { repairs: 0 } })
  expect(forbidden.received.body.data.content).toBe(LIE)
  expect(forbidden.requests).toHaveLength(2)
  const { evidence } = await evidenceOf(forbidden.received.body.data.run_id)
  expect(evidence).toMatchObject({ proven: 1, repair: null })
  expect((await ask([QUERY, TRUTH])).requests).toHaveLength(2)
})

test('asks for no correction when the tokens of the run are used up', async () => {
  const usage = { inputTokens: 90, outputTokens: 20 }
  const { requests } = await ask([QUERY, { text: LIE, usage }], { limits: { tokens: 100 } })
  expect(requests).toHaveLength(2)
})

test('carries the block of the ledger and the version of the sources that a result was read from', async () => {
  const sources = [
    { name: 'ledger', block_height: 30_456 },
    { name: 'names', updated_at: '2026-11-20T21:57:53.049700' },
  ]
  world.tools = () => [queryTool({ row_count: 2, rows: ROWS, sources })]
  const { received } = await ask([QUERY, `After block 30,456: ${TRUTH}`])
  const { evidence } = await evidenceOf(received.body.data.run_id)
  expect(evidence?.spans).toMatchObject([
    { kind: 'derived', rule: 'block_height', value: 30_456, block_height: 30_456, step_id: 1 },
    { kind: 'cell', block_height: 30_456 },
    { kind: 'cell', block_height: 30_456 },
  ])
  expect(evidence?.results[0]?.sources).toEqual([
    { name: 'ledger', updated_at: null, block_height: 30_456 },
    { name: 'names', updated_at: '2026-11-20T21:57:53.049700', block_height: null },
  ])
  world.tools = () => [queryTool({ row_count: 2, rows: ROWS })]
  const plain = await ask([QUERY, TRUTH])
  const { evidence: without } = await evidenceOf(plain.received.body.data.run_id)
  expect(without).toMatchObject({ spans: [{ block_height: null }, {}], results: [{ sources: [] }] })
})

test('a stateless call corrects its numbers too, and its stream says what proves them', async () => {
  const { model, requests } = scriptedModel([QUERY, LIE, TRUTH, QUERY, LIE, TRUTH])
  world.model = model
  const agentId = await createAgent()
  const invoke = async (stream: boolean) => {
    const body = { agent_id: agentId, prompt: 'How heavy are the penguins?' }
    const headers = { accept: stream ? 'text/event-stream' : 'application/json' }
    return api.send('POST', '/chat/invoke-agent', { bearer: alice, body, headers })
  }
  const frames = await framesOf(await invoke(true))
  expect(frames.map(({ event }) => event).slice(-4)).toEqual(['text', 'text_replaced', 'evidence', 'message'])
  expect(frames.at(-2)?.data).toMatchObject({
    evidence: { numbers: 2, proven: 2, repair: { is_replaced: true } },
  })
  const { body } = await invoke(false)
  expect(body.data.content).toBe(TRUTH)
  expect(body.data).not.toHaveProperty('evidence')
  expect(requests).toHaveLength(6)
})

test('streams the replaced text and then the evidence, before the message', async () => {
  const { received } = await ask([QUERY, LIE, TRUTH], { stream: true })
  const frames = await framesOf(received)
  const names = frames.map(({ event }) => event)
  expect(names.slice(-4)).toEqual(['text', 'text_replaced', 'evidence', 'message'])
  expect(frames.filter(({ event }) => event === 'text').map(({ data }) => data.delta)).toEqual([LIE])
  expect(frames.at(-3)?.data).toMatchObject({ text: TRUTH })
  expect(frames.at(-2)?.data).toMatchObject({ evidence: { numbers: 2, proven: 2 } })
})

/** Returns a result of 5,000 rows, two of which the trace holds. */
const PART: Tool['call'] = async () => {
  return { status: 'ok', output: { row_count: 5000, rows: ROWS, truncated: true }, content: '' }
}

function keepTools(readWhole: PartialResult['readWhole']): void {
  const figures = { count: 5000, distinct: 4000, mean: 4000.5, min: 2700, max: 6300, median: 4050 }
  world.tools = (_save, keepResult) => [
    {
      name: 'execute_sql',
      description: 'Runs SQL.',
      parameters: { type: 'object', properties: {} },
      call: async (input, context) => {
        const { stepId } = context
        keepResult?.({ stepId, readWhole: (signal) => readWhole(signal) })
        return PART(input, context)
      },
    },
  ]
  sumOfAll = [{ column: 'mass_g', sum: 20_002_500, ...figures }]
}
let sumOfAll: ReturnType<WholeRows['figures']> = []
const findChinstrap: WholeRows['search'] = async ({ texts }) => {
  const isNamed = texts.includes('Chinstrap')
  return isNamed ? [{ row: 412, values: { species: 'Chinstrap', mass_g: 3733.09 } }] : []
}
const COLUMNS = [
  { name: 'species', type: 'VARCHAR' },
  { name: 'mass_g', type: 'DOUBLE' },
]

test('proves numbers by the whole result, keeps it as a file of the run, and says when it is gone', async () => {
  const disposals: string[] = []
  keepTools(async () => ({
    file: Buffer.from('PAR1'),
    isPacked: false,
    columns: COLUMNS,
    rowCount: 5000,
    bounds: sumOfAll,
    figures: () => sumOfAll,
    limits: { ranges: 100, texts: 500 },
    search: findChinstrap,
    dispose: async () => void disposals.push('local file'),
  }))
  const text = 'Chinstrap weigh 3,733 g, in total 20,002,500 g, and Adelie 3,791 g.'
  const { received } = await ask([QUERY, text], { limits: { repairs: 0 } })
  expect(disposals).toEqual(['local file'])
  const { run_id: runId } = received.body.data
  const { evidence } = await evidenceOf(runId)
  expect(evidence?.spans).toMatchObject([
    { kind: 'cell', row: 412, column: 'mass_g', value: 3733.09, cells: { species: 'Chinstrap' } },
    { kind: 'derived', rule: 'sum', value: 20_002_500 },
    { kind: 'none' },
  ])
  const [result] = evidence?.results ?? []
  expect(result).toMatchObject({ row_count: 5000, searched_rows: 5000, note: null })
  const file = await api.send('GET', `/${result?.file}`, { bearer: alice })
  expect(file.reply.headers['content-type']).toBe('application/vnd.apache.parquet')
  expect((await api.send('GET', `/${result?.file}`, { bearer: bob })).status).toBe(404)

  await database.db.prisma.artifact.deleteMany({ where: { runId } })
  const gone = (await evidenceOf(runId)).evidence
  expect(gone?.results[0]).toMatchObject({ file: null, note: 'The whole result was deleted or has expired.' })
  expect(gone?.spans).toEqual(evidence?.spans)
})

test('says why a whole result was not searched', async () => {
  keepTools(async () => {
    throw new AppError('too_large', 'The result has more than 1000000 rows.')
  })
  const { received } = await ask([QUERY, TRUTH], { limits: { repairs: 0 } })
  const { evidence } = await evidenceOf(received.body.data.run_id)
  expect(evidence?.results).toEqual([
    {
      step_id: 1,
      row_count: 5000,
      searched_rows: 2,
      sources: [],
      file: null,
      note: 'The result has more than 1000000 rows.',
    },
  ])
})

test('has no evidence for a run that queried nothing', async () => {
  const { received } = await ask(['There are 412 of them.'], { hasTools: false })
  expect(received.body.data.run_id).toBe('')
  const { runs } = (await api.send('GET', '/chat/run?limit=1', { bearer: alice })).body.data
  expect(await evidenceOf(runs[0].run_id)).toEqual({ status: 200, evidence: null })
})

test("answers another user's run and a missing one with not_found", async () => {
  const { received } = await ask([QUERY, TRUTH])
  expect((await evidenceOf(received.body.data.run_id, bob)).status).toBe(404)
  expect((await evidenceOf('7f8a2c4e-0000-4000-8000-000000000009')).status).toBe(404)
})
