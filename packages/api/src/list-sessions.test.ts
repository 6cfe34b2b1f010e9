import { beforeAll, expect, test } from 'vitest'
import { router } from './router.ts'
import { useChatApi } from './testing/use-chat-api.ts'

const chat = useChatApi()
/** Sessions of Alice by name; their age decreases in this order. */
const sessions = new Map<string, { sessionId: string; agentId: string }>()
const NAMES = [
  'Rain in Seattle',
  'Sales',
  'ÄRGER mit Größen',
  'Mail from ada@example.com',
  '日本語の質問',
] as const

beforeAll(async () => {
  for (const name of NAMES) {
    const session = await chat.openSession()
    await chat.api.send('PATCH', `/chat/session/${session.sessionId}`, { bearer: chat.alice, body: { name } })
    sessions.set(name, session)
  }
  chat.script("It's 12.5 mm of Niederschlag, see https://weather.example/report.", 'No.')
  await chat.ask(idOf('Sales'), 'How wet was it?')
  const { sessionId } = await chat.openSession(chat.bob)
  await chat.ask(sessionId, 'Bob asks about Niederschlag', chat.bob)
})

const idOf = (name: (typeof NAMES)[number]) => sessions.get(name)?.sessionId ?? ''

async function list(query: string, bearer = chat.alice) {
  const { status, body, headers } = await chat.api.send('GET', `/chat/session${query}`, { bearer })
  expect(status).toBe(200)
  const names: string[] = body.data.sessions.map(({ name }: { name: string }) => name)
  return { names, data: body.data, link: headers.link }
}

test('a list of sessions without a query is whole, and its entries have the documented fields only', async () => {
  const { names, data, link } = await list('')
  expect(names).toEqual(NAMES.toReversed())
  expect(Object.keys(data)).toEqual(['sessions'])
  expect(Object.keys(data.sessions[0]).toSorted()).toEqual([
    'created_at',
    'name',
    'persona_id',
    'session_id',
    'user_id',
  ])
  expect(link).toBeUndefined()
})

test('the Link header leads through every page of sessions once, also when a session is opened in between', async () => {
  const seen: string[] = []
  let next: string | undefined = '?limit=2'
  while (next !== undefined) {
    const { names, data, link } = await list(next)
    expect(data.sessions.length).toBeLessThanOrEqual(2)
    expect(data.next_cursor === null).toBe(link === undefined)
    seen.push(...names)
    if (seen.length === 2) {
      const { agentId } = await chat.openSession()
      expect(agentId).not.toBe('')
    }
    next = link && /^<\/api\/chat\/session(\?[^>]+)>; rel="next"$/.exec(link)?.[1]
  }
  expect(seen).toEqual(NAMES.toReversed())
  await chat.api.send('DELETE', `/chat/session/${(await list('?limit=1')).data.sessions[0].session_id}`, {
    bearer: chat.alice,
  })
})

test('sessions are sorted by their newest message, and an answer moves its session to the top', async () => {
  const { names, data } = await list('?sort=activity')
  expect(names[0]).toBe('Sales')
  expect(names.slice(1)).toEqual(NAMES.filter((name) => name !== 'Sales').toReversed())
  const [first] = data.sessions
  expect(first).toMatchObject({ session_id: idOf('Sales'), agent_id: sessions.get('Sales')?.agentId })
  expect(first.last_active_at > first.created_at).toBe(true)
  const second = await list(`?sort=activity&limit=1`)
  expect((await list(`?sort=activity&limit=1&cursor=${second.data.next_cursor}`)).names).toEqual([
    '日本語の質問',
  ])
})

test.each([
  ['seattle', ['Rain in Seattle']],
  ['SEA rai', ['Rain in Seattle']],
  ['ärger GRÖ', ['ÄRGER mit Größen']],
  ['niederschl', ['Sales']],
  ['wet', ['Sales']],
  ["it's", ['Sales']],
  ['weather.example', ['Sales']],
  ['example.com', ['Mail from ada@example.com']],
  ['日本', ['日本語の質問']],
  ['seattle sales', []],
  ['attle', []],
  ["!'\\:*&|()", []],
  ['', NAMES.toReversed()],
])('a search for "%s" finds the words that begin with it in names and messages', async (text, found) => {
  expect((await list(`?q=${encodeURIComponent(text)}`)).names).toEqual(found)
})

test('a search has pages and the filter by agent, and finds nothing of another user', async () => {
  const agentId = sessions.get('Sales')?.agentId ?? ''
  expect((await list(`?agent_id=${agentId}`)).names).toEqual(['Sales'])
  expect((await list(`?agent_id=${agentId}&q=seattle`)).names).toEqual([])
  expect((await list('?q=niederschlag', chat.bob)).names).toEqual(['S'])
  expect((await list(`?agent_id=${agentId}`, chat.bob)).names).toEqual([])
  const page = await list('?q=s&limit=1&sort=activity')
  expect(page.names).toEqual(['Sales'])
  const rest = await list(`?q=s&sort=activity&cursor=${page.data.next_cursor}`)
  expect(rest.names).toEqual(['Rain in Seattle'])
  expect(rest.data.next_cursor).toBeNull()
})

test('a cursor that is cut, changed, or of another list, user or filter is refused with a sentence', async () => {
  const { next_cursor: cursor } = (await list('?limit=2')).data
  await chat.openSession(chat.bob)
  const mine = (await list('?limit=1', chat.bob)).data.next_cursor
  const forged = `${Buffer.from("2026-01-01T00:00:00.000000 ' or 1=1").toString('base64url')}.${'a'.repeat(12)}`
  const wrong = [cursor.slice(0, -1), cursor.slice(1), `${cursor}x`, 'yesterday', '', mine, forged]
  for (const value of wrong) await refuse(`/chat/session?cursor=${encodeURIComponent(value)}`)
  await refuse(`/chat/session?sort=activity&cursor=${cursor}`)
  await refuse(`/chat/session?q=a&cursor=${cursor}`)
  await refuse(`/chat/run?cursor=${cursor}`)
  expect(chat.api.faults).toEqual([])
})

async function refuse(path: string) {
  const { status, body } = await chat.api.send('GET', path, { bearer: chat.alice })
  expect([path, status, body.message]).toEqual([
    path,
    400,
    'cursor: must be the next_cursor of the page before, sent with the same filters.',
  ])
}

test('the procedure of the console takes the same query', async () => {
  const context = {
    deps: chat.api.deps,
    bearer: chat.alice,
    signal: new AbortController().signal,
    idempotencyKey: null,
  }
  const page = await router.createCaller(context).session.list({ q: 'sales', sort: 'activity', limit: 1 })
  expect(page.sessions.map(({ name }) => name)).toEqual(['Sales'])
  expect(page.next_cursor).toBeNull()
})

test.each(['limit=0', 'limit=201', 'limit=x', 'sort=name', 'agent_id=1', `q=${'x'.repeat(501)}`])(
  'a list of sessions refuses %s with a sentence',
  async (query) => {
    const { status, body } = await chat.api.send('GET', `/chat/session?${query}`, { bearer: chat.alice })
    expect(status).toBe(400)
    expect(body.message).toMatch(/^[a-z_]+: must /)
  },
)
