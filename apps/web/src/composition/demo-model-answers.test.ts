import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { createTestUser, useTestDatabase } from '@parley/db/testing'
import { answerRequest } from '@parley/demo-model'
import pino from 'pino'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { readSettings } from '../env.ts'
import { createShell, type Shell } from '../shell/create-shell.ts'
import QUESTIONS from '../testing/demo-questions.json' with { type: 'json' }
import { freePort } from '../testing/free-port.ts'
import LEDGER_QUESTIONS from '../testing/ledger-questions.json' with { type: 'json' }
import { writeMediaStore } from '../testing/media-store.ts'
import MEDIA_STORE_QUESTIONS from '../testing/media-store-questions.json' with { type: 'json' }
import { writeMusicShop, writeSales } from '../testing/music-shop.ts'
import { MUSIC_SHOP_DEFINITIONS } from '../testing/music-shop-definitions.ts'
import { ORDERS } from '../testing/orders.ts'
import { createClient, type ServiceClient } from '../testing/service-client.ts'
import { STAFF } from '../testing/staff.ts'
import { type Composition, compose } from './compose.ts'
import { openSandbox } from './open-sandbox.ts'

const SAMPLES = [
  'seattle_weather',
  'movies',
  'gapminder',
  'stocks',
  'cars',
  'penguins',
  'airports',
  'flights',
]
/** The model's texts for an ignored word and for a refusal. */
const ADMITS =
  /I left out|I cannot answer this|My rules do not understand|I found no rows|No rows were found|None of the connected tables|seem not to hold this/

const TOOLS = ['find_metadata', 'execute_sql', 'create_graph']

const database = useTestDatabase()
let folder: string
let composition: Composition
let shell: Shell
let client: ServiceClient
let token: string
let agentId: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'parley-demo-answers-'))
  const port = await freePort()
  const settings = readSettings({ DATABASE_URL: database.url, PARLEY_DATA_DIR: folder, PORT: String(port) })
  const log = pino({ level: 'silent' })
  composition = await compose(settings, log, openSandbox(settings, log))
  const { deps } = composition
  const mounts = { '/demo-model': answerRequest }
  shell = createShell({ deps, log, inFlightLimit: 100, pages: null, mounts, isReady: async () => true })
  shell.server.listen(port, settings.host)
  await once(shell.server, 'listening')
  client = createClient(settings.origin)
  token = await deps.accessTokens.sign(await createTestUser(database.db))
  await connectData()
  agentId = await createAgent(settings.origin)
})
afterAll(async () => {
  await shell.close(0)
  await composition.close()
  await rm(folder, { recursive: true, force: true })
})

async function connectData(): Promise<void> {
  for (const sample of SAMPLES) await client.call('POST', '/data_source', { token, body: { sample } })
  const file = { name: 'sales_2023', format: 'csv', content: writeSales() }
  await client.call('POST', '/data_source', { token, body: file })
  const orders = { name: 'orders_2024', format: 'csv', content: ORDERS }
  await client.call('POST', '/data_source', { token, body: orders })
  const staff = { name: 'staff_2021', format: 'csv', content: STAFF }
  await client.call('POST', '/data_source', { token, body: staff })
  await connectDatabase('music.sqlite', writeMusicShop, token)
}

async function connectDatabase(name: string, write: (file: string) => void, bearer: string): Promise<void> {
  const file = join(await mkdtemp(join(folder, 'database-')), name)
  write(file)
  const form = new FormData()
  form.set('file', new Blob([await readFile(file)]), name)
  const headers = { authorization: `Bearer ${bearer}` }
  const sent = await fetch(`${client.origin}/api/data_source`, { method: 'POST', headers, body: form })
  expect(await sent.text()).toContain('"status":"ok"')
}

/** Asks until the values are indexed: the first question starts the indexing, and does not wait for its end. */
async function awaitValues(owner: string, analyst: string): Promise<void> {
  await vi.waitFor(
    async () => {
      const { trace } = await ask('How many customers are in Brasil?', owner, analyst)
      expect(trace[0].output.values_pending).toBeUndefined()
    },
    { timeout: 60_000, interval: 500 },
  )
}

async function createAgent(origin: string, bearer = token, more: object = {}): Promise<string> {
  const model = {
    name: 'Demo',
    provider: 'ollama',
    model: 'parley-demo',
    base_url: `${origin}/demo-model/v1`,
  }
  const { id } = await client.call('POST', '/llm_config', { token: bearer, body: model })
  const tools = TOOLS.map((tool_name) => ({ tool_name, tool_server_id: 'parley', properties: [] }))
  const agent = { name: 'Analyst', model_config_id: id, tools, ...more }
  return (await client.call('POST', '/agent', { token: bearer, body: agent })).agent_id
}

async function ask(prompt: string, bearer = token, agent = agentId) {
  const body = { agent_id: agent, prompt, system_message: '' }
  return await client.call('POST', '/chat/invoke-agent', { token: bearer, body })
}

type Asked = { readonly question: string; readonly values: readonly string[] | null }

function expectTruth(content: string, { values }: Asked): void {
  if (values === null) expect(content).toMatch(ADMITS)
  else expect(content).not.toMatch(ADMITS)
  for (const value of values ?? []) expect(content).toContain(value)
}

describe.each(Object.entries(QUESTIONS))('about %s the demo model', (_data, questions) => {
  test.each(questions)('answers "$question" with its true value, or says that it cannot', async (asked) => {
    expectTruth((await ask(asked.question)).content, asked)
  })
})

describe('about a media store, whose names are written in CamelCase, the demo model', () => {
  let owner: string
  let analyst: string
  beforeAll(async () => {
    owner = await composition.deps.accessTokens.sign(await createTestUser(database.db))
    await connectDatabase('store.sqlite', writeMediaStore, owner)
    analyst = await createAgent(client.origin, owner)
    await awaitValues(owner, analyst)
  })

  test.each(MEDIA_STORE_QUESTIONS)(
    'answers "$question" with its true value, or says that it cannot',
    async (asked) => {
      expectTruth((await ask(asked.question, owner, analyst)).content, asked)
    },
  )
})

describe('about a music shop whose owner has defined terms, metrics and questions, the demo model', () => {
  let owner: string
  let analyst: string
  beforeAll(async () => {
    owner = await composition.deps.accessTokens.sign(await createTestUser(database.db))
    await connectDatabase('music.sqlite', writeMusicShop, owner)
    for (const body of MUSIC_SHOP_DEFINITIONS)
      await client.call('POST', '/definition', { token: owner, body })
    analyst = await createAgent(client.origin, owner)
    await awaitValues(owner, analyst)
  })

  test.each([
    ['How many whales are there?', 'By your definition of big spender, it is **41**.'],
    ['What is the revenue?', 'By your definition of revenue, it is **1,860 EUR**.'],
    ['Which billing country has the highest revenue?', 'in EUR:\n\n| billing country | revenue |'],
    ['How many invoices are there?', /^As you verified it on \d{4}-\d\d-\d\d, it is \*\*60\*\*\.$/],
    ['How many customers are in Brasil?', 'I read "Brasil" as "Brazil", as the data spell it.'],
    [
      'What is the weather forecast for tomorrow?',
      'seem not to hold this: nothing in them is named like "weather"',
    ],
  ])('answers "%s" by them', async (question, expected) => {
    const { content, trace } = await ask(question, owner, analyst)
    if (expected instanceof RegExp) expect(content).toMatch(expected)
    else expect(content).toContain(expected)
    const notes = trace.map(({ output }: { output: object }) => JSON.stringify(output)).join()
    if (content.startsWith('By your')) expect(notes).toMatch(/By your definition of .*verified on/)
  })

  test('does not use them for another user with the same data', async () => {
    expect((await ask('How many whales are there?')).content).not.toContain('your definition')
  })
})

describe('about the ledger the demo model', () => {
  let other: string
  let ledgerAgent: string
  beforeAll(async () => {
    other = await composition.deps.accessTokens.sign(await createTestUser(database.db))
    ledgerAgent = await createAgent(client.origin, other)
  })

  /** The rows of a statement that the model runs unchanged. */
  async function select(sql: string): Promise<unknown[]> {
    const { trace } = await ask(sql, other, ledgerAgent)
    return trace[0].output.rows.flatMap((row: object) => Object.values(row))
  }

  test.each(LEDGER_QUESTIONS.answered)(
    'answers "$question" with the values of the tables',
    async ({ question, sql }) => {
      // The network moves, so an answer is compared only when the tables did not change meanwhile.
      for (;;) {
        const before = await select(sql)
        const { content } = await ask(question, other, ledgerAgent)
        if (!isDeepStrictEqual(before, await select(sql))) continue
        expect(content).not.toMatch(ADMITS)
        for (const value of before) expect(content).toContain(written(value))
        return
      }
    },
  )

  test.each(LEDGER_QUESTIONS.refused)('says that it cannot answer "%s"', async (question) => {
    expect((await ask(question, other, ledgerAgent)).content).toMatch(ADMITS)
  })
})

describe('the starter questions', () => {
  const statementOf = (trace: { agent_name: string; input: { generated_sql: string } }[]) =>
    trace.findLast(({ agent_name }) => agent_name === 'execute_sql')?.input.generated_sql ?? ''
  const starters = async (query = '', agent = agentId) =>
    (await client.call('GET', `/agent/${agent}/starter_questions${query}`, { token })).questions

  test('of every data source are answered by the demo model from that data source', async () => {
    const { data_sources } = await client.call('GET', '/data_source', { token })
    for (const { id, name, kind } of data_sources) {
      if (kind === 'ledger') continue
      const questions = await starters(`?data_source_id=${id}`)
      expect(questions.length, name).toBeGreaterThan(0)
      for (const { question, data_source_id } of questions) {
        const { content, trace } = await ask(question)
        expect.soft(data_source_id).toBe(id)
        expect.soft(content, question).not.toMatch(ADMITS)
        expect.soft(statementOf(trace), question).toContain(`${name}.`)
      }
    }
  })

  test('of an uploaded file are answered with the values of the file', async () => {
    const content =
      'Stadt,verkauft am,Preis (EUR)\nKöln,2024-01-05,10\nKöln,2024-02-05,30\nZürich,2024-03-05,50\nBern,2024-04-05,7\n'
    const file = { name: 'Verkäufe Süd', format: 'csv', content }
    const { id } = await client.call('POST', '/data_source', { token, body: file })
    const questions = await starters(`?data_source_id=${id}`)
    await client.call('POST', `/agent/${agentId}/data_source`, { token, body: { data_source_id: id } })
    const answers: string[] = []
    for (const { question } of questions) answers.push((await ask(question)).content)
    await client.call('DELETE', `/data_source/${id}`, { token })
    expect(answers).toEqual([
      expect.stringContaining('(April)'),
      expect.stringContaining('highest 50 (Zürich), lowest 7 (Bern)'),
      expect.stringContaining('**Zürich** has the highest'),
      expect.stringContaining('highest 2 (Köln)'),
    ])
  })

  test('name a column by its number, which tells it from its neighbours', async () => {
    const content = 'day,Berri 1,Berri 2\n2024-01-05,10,3\n2024-01-06,30,9\n2024-03-05,50,4\n'
    const file = { name: 'counters', format: 'csv', content }
    const { id } = await client.call('POST', '/data_source', { token, body: file })
    const analyst = await createAgent(client.origin, token, { data_source_ids: [id] })
    for (const { question } of await starters('', analyst))
      expect.soft((await ask(question, token, analyst)).content, question).not.toMatch(ADMITS)
    const total = await ask('What is the total Berri 1 in counters?', token, analyst)
    const highest = await ask('What is the highest Berri 2 in counters?', token, analyst)
    const missing = await ask('What is the highest Berri 3 in counters?', token, analyst)
    await client.call('DELETE', `/data_source/${id}`, { token })
    expect(total.content).toContain('is 90 ')
    expect(highest.content).toContain('is 9 ')
    expect(missing.content).toMatch(ADMITS)
  })

  test('of an agent are about the data sources that it sees, and none for an agent without data tools', async () => {
    const { data_sources } = await client.call('GET', '/data_source', { token })
    const movies = data_sources.find(({ name }: { name: string }) => name === 'movies').id
    const bound = await createAgent(client.origin, token, { data_source_ids: [movies] })
    const about = (await starters('', bound)).map(
      ({ data_source_id }: { data_source_id: string }) => data_source_id,
    )
    expect(new Set(about)).toEqual(new Set([movies]))
    const bare = await createAgent(client.origin, token, { tools: [] })
    expect(await starters('', bare)).toEqual([])
  })
})

describe('names of a file', () => {
  const content =
    'city,Total Votes,NumVehicles,closed on,hired,x2nd week,Plot,column 6\nOslo,10,2,2019-01-05,2019-01-14,7,1,3\nRome,30,5,2018-03-01,soon,9,2,4\nLima,20,1,2019-06-30,27919,8,20,5\nTotal,60,8,,,24,23,12\n'
  let analyst: string

  beforeAll(async () => {
    const file = { name: 'sources 2018 to 2019', format: 'csv', content }
    const { id } = await client.call('POST', '/data_source', { token, body: file })
    analyst = await createAgent(client.origin, token, { data_source_ids: [id] })
  })

  test.each([
    ['What is the lowest Total Votes in sources 2018 to 2019?', 'is 10 '],
    ['What is the total NumVehicles in sources 2018 to 2019?', 'is 16 '],
    ['What is the total NumVehicles in sources 2018 to 2019?', 'count their values twice'],
    ['What is the lowest closed on in sources 2018 to 2019?', '2018-03-01'],
    ['What is the highest x2nd week in sources 2018 to 2019?', 'is 24 '],
    ['What is the highest Plot in sources 2018 to 2019?', 'is 23 '],
    [
      'What is the average column 6 by city in sources 2018 to 2019? Show it as a bar chart.',
      'lowest 3 (Oslo)',
    ],
    ['How many rows are there by city in sources 2018 to 2019?', 'lowest 1 '],
  ])('are no words of the question "%s"', async (question, value) => {
    expect((await ask(question, token, analyst)).content).toContain(value)
  })

  test.each([
    'What is the lowest hired in sources 2018 to 2019?',
    'What is the highest Total Voters in sources 2018 to 2019?',
  ])('are not taken for another figure in "%s"', async (question) => {
    expect((await ask(question, token, analyst)).content).toMatch(ADMITS)
  })
})

describe('words of the family of a value or of a column', () => {
  const people =
    'name,department,salary,office\nAda,Engineering,90000,Oslo\nBen,Engineering,70000,Rome\nCleo,Consulting,60000,Oslo\nDan,Sales,50000,Rome\nEli,Management,99000,Oslo\n'
  const cities = 'city,rainy_days,visitors\nBergen,231,280\nOslo,163,700\nRome,78,2800\n'
  const climate = 'town,rain_mm,rainy_days\nBergen,2250.5,231\nOslo,763.2,263\n'
  let ofPeople: string
  let ofCities: string
  let ofBoth: string

  async function analystOf(name: string, content: string): Promise<string> {
    const { id } = await client.call('POST', '/data_source', {
      token,
      body: { name, format: 'csv', content },
    })
    return await createAgent(client.origin, token, { data_source_ids: [id] })
  }

  beforeAll(async () => {
    ofPeople = await analystOf('employees', people)
    ofCities = await analystOf('cities', cities)
    ofBoth = await analystOf('towns', climate)
  })

  test.each([
    ['How many engineers are there?', 'is 2 '],
    ['What is the average salary of engineers?', '80,000'],
    ['Which engineer has the highest salary?', '**Ada**'],
    ['How many managers are there?', 'is 1 '],
    ['Compare the average salary of engineers and consultants', 'highest 80,000 (Engineering)'],
  ])('are read as a value, and the answer to "%s" says so', async (question, value) => {
    const { content } = await ask(question, token, ofPeople)
    expect(content).toMatch(/I read "\w+" as the people whose "department" is "\w+"\./)
    expect(content).toContain(value)
  })

  test.each([
    ['Which city has the most rain?', '**Bergen**'],
    ['What is the average rain?', '157.33'],
  ])('are read as a column, and the answer to "%s" says so', async (question, value) => {
    const { content } = await ask(question, token, ofCities)
    expect(content).toContain('I read "rain" as the column "rainy_days"')
    expect(content).toContain(value)
  })

  test('are the nearer of two columns, and the answer names both', async () => {
    const { content } = await ask('Which town has the most rain?', token, ofBoth)
    expect(content).toContain('I read "rain" as the column "rain_mm", and not as "rainy_days".')
    expect(content).toContain('2,250.5')
  })

  test.each([
    'How many engines are there?',
    'How many engineers are there in Sales?',
    'How many employees are not engineers?',
    'What is the average salary of the universe?',
  ])('are no other words, so that "%s" is declined', async (question) => {
    expect((await ask(question, token, ofPeople)).content).toMatch(ADMITS)
  })

  test('that are the whole name of a figure are its sum, and no count of the rows', async () => {
    const { content } = await ask('How many rainy days does Oslo have?', token, ofCities)
    expect(content).toContain('163')
  })
})

describe("an agent's data tools", () => {
  const weather = 'How many rainy days were there in 2014?'
  const sourceId = async (name: string) => {
    const { data_sources } = await client.call('GET', '/data_source', { token })
    return data_sources.find((source: { name: string }) => source.name === name).id
  }

  test('see only the data sources that the agent is bound to', async () => {
    const bound = await createAgent(client.origin, token, { data_source_ids: [await sourceId('movies')] })
    expect((await ask('How many movies are there?', token, bound)).content).toContain('3,201')
    const { content, trace } = await ask(weather, token, bound)
    expect(content).toMatch(ADMITS)
    expect(JSON.stringify(trace)).not.toContain('seattle_weather')
    const statement = await ask('SELECT count(*) AS n FROM seattle_weather.seattle_weather', token, bound)
    expect(statement.trace[0].status).toBe('error')
  })

  test("see the ledger beside the user's data only when the agent is bound to it", async () => {
    const question = 'How many validators are active?'
    expect((await ask(question)).content).toMatch(ADMITS)
    const bound = await createAgent(client.origin, token, { data_source_ids: [await sourceId('ledger')] })
    expect((await ask(question, token, bound)).content).not.toMatch(ADMITS)
    await client.call('PATCH', `/agent/${bound}`, { token, body: { data_source_ids: null } })
    expect((await client.call('GET', `/agent/${bound}`, { token })).data_source_ids).toBeNull()
    expect((await ask(weather, token, bound)).content).toContain('148')
  })

  test('leave out a data source that was deleted, and the agent can still be saved with it', async () => {
    const file = { name: 'short_lived', format: 'csv', content: 'a\n1\n' }
    const { id } = await client.call('POST', '/data_source', { token, body: file })
    const data_source_ids = [id, await sourceId('movies')]
    const bound = await createAgent(client.origin, token, { data_source_ids })
    await client.call('DELETE', `/data_source/${id}`, { token })
    await client.call('PATCH', `/agent/${bound}`, { token, body: { name: 'Renamed', data_source_ids } })
    expect((await ask('How many movies are there?', token, bound)).content).toContain('3,201')
  })

  test("cannot be bound to another user's data source", async () => {
    const other = await composition.deps.accessTokens.sign(await createTestUser(database.db))
    const data_source_ids = [await sourceId('movies')]
    await expect(createAgent(client.origin, other, { data_source_ids })).rejects.toThrow(
      /400 There is no data source .* data_source_ids must name your own data sources\./,
    )
  })
})

/** A value as the model writes it. */
function written(value: unknown): string {
  const number = Number(value)
  if (Number.isNaN(number)) return String(value)
  const isSmall = number !== 0 && Math.abs(number) < 1
  return number.toLocaleString(
    'en-US',
    isSmall ? { maximumSignificantDigits: 3 } : { maximumFractionDigits: 2 },
  )
}
