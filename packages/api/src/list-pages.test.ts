import { ENDPOINTS, hasPages } from '@parley/contract'
import { beforeAll, expect, test } from 'vitest'
import * as z from 'zod'
import { useChatApi } from './testing/use-chat-api.ts'

const chat = useChatApi()
let sessionId: string

beforeAll(async () => {
  for (let index = 0; index < 3; index++) {
    const session = await chat.openSession()
    sessionId = session.sessionId
    const source = { name: `source_${index}`, format: 'csv', content: 'a,b\n1,2\n' }
    const send = (path: string, body: object) => chat.api.send('POST', path, { bearer: chat.alice, body })
    await send('/data_source', source)
    await send('/apikeys', { name: `Key ${index}` })
    await send('/webhook', { url: `https://example.com/${index}` })
  }
  await chat.openSession(chat.bob)
  chat.script('One.', 'Two.', 'Three.')
  for (const query of ['1?', '2?', '3?']) await chat.ask(sessionId, query)
})

async function get(path: string, bearer = chat.alice) {
  const { status, body, headers } = await chat.api.send('GET', path, { bearer })
  expect(status).toBe(200)
  return { data: body.data, link: headers.link }
}

/** Follows the Link header from the first page on. */
async function readPages(path: string, field: string): Promise<unknown[][]> {
  const pages: unknown[][] = []
  let target: string | undefined = path
  while (target !== undefined) {
    const { data, link }: Awaited<ReturnType<typeof get>> = await get(target)
    pages.push(data[field])
    target = link && /^<\/api([^>]+)>; rel="next"$/.exec(link)?.[1]
  }
  return pages
}

test.each([
  ['/agent', 'agents'],
  ['/llm_config', 'models'],
  ['/persona', 'personas'],
  ['/data_source', 'data_sources'],
  ['/apikeys', 'api_keys'],
  ['/webhook', 'webhooks'],
])(
  '%s is whole without a query, and its pages hold every record once in the same order',
  async (path, field) => {
    const whole = await get(path)
    expect(Object.keys(whole.data)).toEqual([field])
    expect(whole.link).toBeUndefined()
    const pages = await readPages(`${path}?limit=2`, field)
    expect(pages.every((page) => page.length > 0 && page.length <= 2)).toBe(true)
    expect(pages.flat()).toEqual(whole.data[field])
    const { data } = await get(`${path}?limit=2`)
    for (const cursor of [data.next_cursor.slice(1), data.next_cursor.slice(0, -2), 'x'])
      expect((await chat.api.send('GET', `${path}?cursor=${cursor}`, { bearer: chat.alice })).status).toBe(
        400,
      )
    const others = await chat.api.send('GET', `${path}?cursor=${data.next_cursor}`, { bearer: chat.bob })
    expect(others.status).toBe(400)
  },
)

test('a record that is deleted between two pages moves no other record', async () => {
  const first = await get('/data_source?limit=1')
  const id = first.data.data_sources[0].data_source_id
  await chat.api.send('DELETE', `/data_source/${id}`, { bearer: chat.alice })
  const rest = await get(`/data_source?cursor=${first.data.next_cursor}`)
  const names = rest.data.data_sources.map(({ name }: { name: string }) => name)
  expect(names).toEqual(['source_1', 'source_2'])
})

test('a history is whole without a query, and its pages lead from the newest messages to the oldest', async () => {
  const whole = await get(`/chat/session/${sessionId}`)
  expect(Object.keys(whole.data)).not.toContain('next_cursor')
  expect(whole.data.messages).toHaveLength(6)
  const pages = await readPages(`/chat/session/${sessionId}?limit=4`, 'messages')
  expect(pages.map(({ length }) => length)).toEqual([4, 2])
  expect(pages.toReversed().flat()).toEqual(whole.data.messages)
  const { data } = await get(`/chat/session/${sessionId}?limit=1`)
  expect(data).toMatchObject({ session_id: sessionId, messages: [{ content: 'Three.' }] })
  const path = `/chat/session/${sessionId}?limit=1`
  expect((await chat.api.send('GET', path, { bearer: chat.bob })).status).toBe(404)
  const { sessionId: other } = await chat.openSession()
  const cut = `/chat/session/${other}?cursor=${data.next_cursor}`
  expect((await chat.api.send('GET', cut, { bearer: chat.alice })).status).toBe(400)
})

/** Operations that list records without pages, and what bounds them. */
const BOUNDED: Readonly<Record<string, string>> = {
  'mcp.listBuiltinTools': 'made by the service',
  'llmConfig.listTemplates': 'a file of the operator',
  'llmConfig.listConfigModels': 'the reply of a vendor, whose size is bounded',
  'agent.listStarterQuestions': 'four questions',
  'agent.listToolProblems': 'the tools of one agent',
  'session.listAnswers': 'the answers of one chat, with a few short fields each',
  'session.listBranches': 'the branches of one chat, which are drawn together',
  'session.listFolders': 'names that a person wrote',
  'run.listApprovals': 'the calls of the turns under way',
  'persona.listOwn': 'a quota of 500',
  'dataSource.listSamples': 'made by the service',
  'usage.list': 'the 1,000 people with the highest cost',
}

/** The operations that list records: a verb that says so, or pages. */
const lists = ENDPOINTS.filter(
  (endpoint) => endpoint.method === 'GET' && (/\.list/.test(endpoint.name) || hasPages(endpoint)),
)

test('every operation that lists records has pages or a stated bound', () => {
  const without = lists.filter((endpoint) => !hasPages(endpoint)).map(({ name }) => name)
  expect(without.toSorted()).toEqual(Object.keys(BOUNDED).toSorted())
})

const paged = lists.filter(({ path, query }) => path !== null && 'cursor' in query.shape)

test.each(paged)(
  '$name takes limit and cursor, and its reply says where the next page begins',
  async ({ query, reply }) => {
    expect(query.safeParse({ limit: 1, cursor: 'x' }).success).toBe(true)
    expect(query.safeParse({ limit: 201 }).success).toBe(false)
    expect(Object.keys(reply.output.shape)).toContain('next_cursor')
    const arrays = Object.values(reply.output.shape).filter((field) => field instanceof z.ZodArray)
    expect(arrays.length).toBeGreaterThanOrEqual(1)
  },
)

test.each(paged.filter(({ path, role }) => !path?.includes('{') && role === undefined))(
  '$name answers a page of one record, and refuses the cursor of another list',
  async ({ path, reply }) => {
    const { data, link } = await get(`${path}?limit=1`)
    const page = reply.output.parse(data)
    const records = Object.values(page).find((field) => Array.isArray(field))
    expect(records?.length).toBeLessThanOrEqual(1)
    expect(link === undefined).toBe(page.next_cursor === null)
    const { data: others } = await get('/persona?limit=1')
    const wrong = path === '/persona' ? 'x' : others.next_cursor
    const { status } = await chat.api.send('GET', `${path}?cursor=${wrong}`, { bearer: chat.alice })
    expect(status).toBe(400)
  },
)
