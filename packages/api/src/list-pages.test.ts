import { beforeAll, expect, test } from 'vitest'
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
