import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Model } from '@parley/agent'
import { type ScriptedReply, scriptedModel } from '@parley/agent/testing'
import { connectModern } from '@parley/mcp/testing/clients'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import * as z from 'zod'
import { writeMusicShop } from '../testing/music-shop.ts'
import { MUSIC_SHOP_DEFINITIONS } from '../testing/music-shop-definitions.ts'
import { openDataShell } from '../testing/open-data-shell.ts'
import type { TestShell } from '../testing/open-shell.ts'

const TOOLS = ['find_metadata', 'execute_sql'].map((tool_name) => {
  return { tool_name, tool_server_id: 'parley', properties: [] }
})

let shell: TestShell
let folder: string
let token: string
let agentId: string

beforeAll(async () => {
  shell = await openDataShell()
  folder = await mkdtemp(join(tmpdir(), 'parley-meaning-'))
  token = await shell.signIn()
  const file = join(folder, 'music.sqlite')
  writeMusicShop(file)
  const form = new FormData()
  form.set('file', new Blob([await readFile(file)]), 'music.sqlite')
  const headers = { authorization: `Bearer ${token}` }
  const sent = await fetch(`${shell.origin}/api/data_source`, { method: 'POST', headers, body: form })
  expect(sent.status).toBe(200)
  // Titles that contain a word of a question. The file has no data about countries or the weather.
  const others = Array.from({ length: 300 }, (_, at) => `Opus ${at}`)
  const titles = ['Aquarela do Brasil', 'Brasil Pandeiro', 'Stormy Weather', 'Tomorrow Never Knows']
  const rows = [...others, ...titles].map((title, at) => `${at},${title}`)
  const content = ['song,title', ...rows].join('\n')
  await shell.call('POST', '/data_source', { token, body: { name: 'songs', format: 'csv', content } })
  for (const body of MUSIC_SHOP_DEFINITIONS) await shell.call('POST', '/definition', { token, body })
  const model = { provider: 'ollama', base_url: 'http://127.0.0.1:1/v1', model: 'm', name: 'M' }
  const { id } = await shell.call('POST', '/llm_config', { token, body: model })
  const agent = { name: 'Analyst', model_config_id: id, tools: TOOLS }
  agentId = (await shell.call('POST', '/agent', { token, body: agent })).agent_id
  // The first question starts the indexing of values; on a slow machine it does not wait for the end.
  await vi.waitFor(async () => {
    const { steps } = await ask('How many customers and songs are there in Brasil?')
    expect(steps[0].output.values_pending).toBeUndefined()
  }, 60_000)
})
afterAll(async () => {
  await shell.close()
  await rm(folder, { recursive: true, force: true })
})

/** What these questions need of an answer of find_metadata. */
const Found = z.object({
  not_here: z.string().optional(),
  definitions: z
    .array(
      z.object({
        statement: z.string().optional(),
        metric: z.string().optional(),
        columns: z.array(z.string()).default([]),
        term: z.string().optional(),
        table: z.string().optional(),
        condition: z.string().optional(),
      }),
    )
    .default([]),
  values: z.array(z.object({ stored: z.string(), column: z.string() })).default([]),
})

/** The statement that follows from an answer of find_metadata; null when the answer says that the data have nothing. */
function statementFor({ not_here, definitions, values }: z.infer<typeof Found>): string | null {
  const [first] = definitions
  if (first?.statement) return first.statement
  if (first?.metric) return `SELECT ${first.columns.join(', ')} FROM ${first.metric} ORDER BY 2 DESC`
  if (first?.term) return `SELECT count(*) AS n FROM ${first.table} WHERE ${first.condition}`
  if (not_here) return null
  const [{ stored, column } = { stored: '', column: '' }] = values
  const at = column.lastIndexOf('.')
  return `SELECT count(*) AS n FROM ${column.slice(0, at)} WHERE ${column.slice(at + 1)} = '${stored}'`
}

/** A model that does what find_metadata tells it, and repeats what execute_sql gives. */
const obedient: Model = async function* (request) {
  const said = request.messages.filter(({ role }) => role === 'tool').map(({ content }) => content)
  const question = request.messages.findLast(({ role }) => role === 'user')?.content ?? ''
  return yield* scriptedModel([replyTo(question, said)]).model(request)
}

function replyTo(question: string, [found, rows]: readonly string[]): ScriptedReply {
  if (found === undefined)
    return { toolCalls: [{ name: 'find_metadata', arguments: { user_question: question } }] }
  if (rows !== undefined) return JSON.stringify(JSON.parse(rows).rows)
  const answer = Found.parse(JSON.parse(found))
  const generated_sql = statementFor(answer)
  if (generated_sql === null) return answer.not_here ?? ''
  return { toolCalls: [{ name: 'execute_sql', arguments: { generated_sql } }] }
}

async function ask(query: string) {
  shell.world.model = obedient
  const session = { name: 'S', agent_id: agentId }
  const { session_id } = await shell.call('POST', '/chat/session/new', { token, body: session })
  const { content, run_id } = await shell.call('POST', '/chat/query', { token, body: { session_id, query } })
  const { runs } = await shell.call('GET', '/chat/run?limit=1', { token })
  const { steps } = await shell.call('GET', `/chat/run/${run_id || runs[0].run_id}`, { token })
  return { content, steps }
}

test('counts a term as its owner defines it, and the trace says by which definition', async () => {
  const { content, steps } = await ask('How many whales are there?')
  expect(steps[0].output.definitions[0]).toMatchObject({ term: 'big spender' })
  expect(steps[1].input.generated_sql).toContain('total >= 20')
  expect(JSON.stringify(steps[1].output.notes)).toContain('big spender')
  expect(JSON.parse(content)[0].n).toBeGreaterThan(0)
})

test('computes a metric by its definition', async () => {
  const { content, steps } = await ask('What is the revenue by billing country?')
  expect(steps[1].input.generated_sql).toContain('FROM metric.revenue')
  expect(JSON.stringify(steps[1].output.notes)).toContain('revenue')
  expect(JSON.parse(content)).toHaveLength(3)
})

test('runs a verified question as it was verified', async () => {
  const { steps } = await ask('how many invoices are there')
  expect(steps[0].output.definitions[0]).toMatchObject({ is_same: true })
  expect(steps[1].output.rows).toEqual([{ invoices: 60 }])
})

test('finds a value that the question spells otherwise', async () => {
  const { content, steps } = await ask('How many customers live in Brasil?')
  expect(steps[0].output.values).toContainEqual({
    asked: 'Brasil',
    stored: 'Brazil',
    column: 'music.customer.country',
  })
  expect(JSON.parse(content)).toEqual([{ n: 5 }])
})

test('says that the data do not hold what is asked, and queries nothing', async () => {
  const { content, steps } = await ask('What is the weather forecast for tomorrow?')
  expect(content).toContain('seem not to hold this')
  expect(content).toContain('"weather"')
  expect(steps.map(({ agent_name }: { agent_name: string }) => agent_name)).toEqual([
    'find_metadata',
    'final_response',
  ])
  expect(steps[0].output.fit).toBeLessThan(0.34)
})

test.each([
  ['What is the weather tomorrow?', '"weather"'],
  ['Show me the payroll of last month.', '"payroll"'],
])('says of "%s" that the data do not hold it', async (question, word) => {
  const { content, steps } = await ask(question)
  expect(content).toContain(word)
  expect(steps[0].output.not_here).toContain(word)
})

test('an MCP client reads the definitions and changes them; those of another user are out of its reach', async () => {
  const client = await connectModern(`${shell.origin}/mcp`, token)
  const exported = await client.callTool({ name: 'export_definitions', arguments: {} })
  const { document } = z.object({ document: z.string() }).parse(exported.structuredContent)
  expect(document).toContain('big spender')
  const importing = async (text: string) =>
    client.callTool({ name: 'import_definitions', arguments: { document: text } })
  const changed = await importing(document.replaceAll('total >= 20', 'total >= 30'))
  expect(JSON.stringify(changed.structuredContent)).toContain('"big spender"')
  const { content } = await ask('How many whales are there?')
  expect(JSON.parse(content)).toEqual([{ n: 31 }])
  expect(await importing(document.replaceAll('total >= 20', 'totals >= 20'))).toMatchObject({ isError: true })
  expect((await importing(document)).isError).toBeFalsy()
  await client.close()

  const stranger = await connectModern(`${shell.origin}/mcp`, await shell.signIn())
  const theirs = await stranger.callTool({ name: 'export_definitions', arguments: {} })
  expect(JSON.stringify(theirs)).not.toContain('big spender')
  await stranger.close()
})

test('keeps a result of more rows than the trace holds, and proves a number by one of them', async () => {
  const items = 'SELECT (t.track_id - 1) * 12 + a.artist_id AS i FROM music.track t, music.artist a'
  const sql = `SELECT 'Item ' || i AS item, i * 3.25 AS price_eur FROM (${items}) WHERE i <= 1000 ORDER BY i`
  const tool = { name: 'execute_sql', arguments: { generated_sql: sql } }
  shell.world.model = scriptedModel([
    { toolCalls: [tool] },
    'Item 777 costs 2,525.25 EUR. The total price is 1,626,625 EUR.',
  ]).model
  const session = { name: 'S', agent_id: agentId }
  const { session_id } = await shell.call('POST', '/chat/session/new', { token, body: session })
  await shell.call('POST', '/chat/query', { token, body: { session_id, query: 'Prices?' } })
  const { runs } = await shell.call('GET', '/chat/run?limit=1', { token })
  const { evidence } = await shell.call('GET', `/chat/run/${runs[0].run_id}/evidence`, { token })
  expect(evidence.results).toMatchObject([{ row_count: 1000, searched_rows: 1000, note: null }])
  expect(evidence.spans).toMatchObject([
    { kind: 'cell', column: 'item', row: 777 },
    { kind: 'cell', column: 'price_eur', row: 777 },
    { kind: 'derived', rule: 'sum' },
  ])
  const file = await shell.fetch('GET', `/api/${evidence.results[0].file}`, { token })
  expect(
    Buffer.from(await file.arrayBuffer())
      .subarray(0, 4)
      .toString(),
  ).toBe('PAR1')
})
