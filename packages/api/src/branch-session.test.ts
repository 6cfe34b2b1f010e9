import { expect, test } from 'vitest'
import { useChatApi } from './testing/use-chat-api.ts'

const chat = useChatApi()

const send = (method: string, path: string, body?: object, bearer = chat.alice) =>
  chat.api.send(method, path, { bearer, ...(body && { body }) })

async function branch(sessionId: string, body: object): Promise<string> {
  const { status, body: reply } = await send('POST', `/chat/session/${sessionId}/branches`, body)
  expect(status).toBe(200)
  return reply.data.session_id
}

/** A session of alice with two questions and answers; the second answer has a chart. */
async function openTalk() {
  const session = await chat.openSession()
  const drawing = { toolCalls: [{ id: '1', name: 'create_graph', arguments: { sql_results: '[]' } }] }
  chat.script('One.', drawing, 'Two, drawn.')
  await chat.ask(session.sessionId, 'First?')
  await chat.ask(session.sessionId, 'Second?')
  return session
}

const contentsOf = async (sessionId: string) =>
  (await chat.history(sessionId)).map(({ content }: { content: string }) => content)

test('a branch begins with the kept messages, and both sessions stay whole transcripts', async () => {
  const { sessionId } = await openTalk()
  const before = await chat.history(sessionId)
  const branchId = await branch(sessionId, { keep: 2 })
  expect(await chat.history(branchId)).toEqual(before.slice(0, 2))

  const model = chat.script('Other.')
  await chat.ask(branchId, 'Second, but different?')
  expect(model.requests[0]?.messages.slice(1).map(({ content }) => content)).toEqual([
    'First?',
    'One.',
    'Second, but different?',
  ])
  expect(await contentsOf(branchId)).toEqual(['First?', 'One.', 'Second, but different?', 'Other.'])
  expect(await chat.history(sessionId)).toEqual(before)
})

test('all versions of a question name the same session, however they were branched', async () => {
  const { sessionId, agentId } = await openTalk()
  const second = await branch(sessionId, { keep: 2 })
  chat.script('Other.')
  await chat.ask(second, 'Second, but different?')
  const third = await branch(second, { keep: 2 })
  const first = await branch(third, { keep: 0 })
  const { data } = (await send('GET', `/chat/session/${third}/branches`)).body
  const ids = { name: 'S', agent_id: agentId, created_at: expect.any(String) }
  expect(data.branches).toEqual([
    { ...ids, session_id: sessionId, branch_of: null, branch_at: null },
    { ...ids, session_id: second, branch_of: sessionId, branch_at: 2 },
    { ...ids, session_id: third, branch_of: sessionId, branch_at: 2 },
    { ...ids, session_id: first, branch_of: sessionId, branch_at: 0 },
  ])
})

test('a branch takes another agent, and refuses places inside an exchange and agents of other users', async () => {
  const { sessionId } = await openTalk()
  const { agentId } = await chat.openSession()
  const stranger = await chat.openSession(chat.bob)
  const branchId = await branch(sessionId, { keep: 4, agent_id: agentId })
  expect((await send('GET', `/chat/session/${branchId}`)).body.data).toMatchObject({ agent_id: agentId })

  const refuse = async (body: object) => {
    const reply = await send('POST', `/chat/session/${sessionId}/branches`, body)
    expect(reply.status).toBe(400)
    return reply.body.message
  }
  expect(await refuse({ keep: 3 })).toContain('message 3 is a question')
  expect(await refuse({ keep: 9 })).toContain('the session has fewer messages')
  await refuse({ keep: -1 })
  await refuse({ keep: 0, agent_id: stranger.agentId })
  await refuse({ keep: 0, persona_id: 99 })
  for (const path of [sessionId, stranger.sessionId]) {
    const bearer = path === sessionId ? chat.bob : chat.alice
    expect((await send('POST', `/chat/session/${path}/branches`, { keep: 0 }, bearer)).status).toBe(404)
    expect((await send('GET', `/chat/session/${path}/branches`, undefined, bearer)).status).toBe(404)
  }
})

test('a branch inherits the runs of its answers when the session that it came from is deleted', async () => {
  const { sessionId } = await openTalk()
  const branchId = await branch(sessionId, { keep: 4 })
  const answer = (await chat.history(branchId))[3]
  const read = async () => ({
    run: (await send('GET', `/chat/run/${answer.run_id}`)).status,
    picture: (await send('GET', `/${answer.artifacts[0]}`)).status,
  })
  expect((await send('DELETE', `/chat/session/${sessionId}`)).status).toBe(200)
  expect(await read()).toEqual({ run: 200, picture: 200 })
  expect((await send('GET', `/chat/session/${branchId}/branches`)).body.data.branches).toMatchObject([
    { session_id: branchId, branch_of: sessionId, branch_at: 4 },
  ])
  expect((await send('DELETE', `/chat/session/${branchId}`)).status).toBe(200)
  expect(await read()).toEqual({ run: 404, picture: 404 })
})

test('deleting all branches deletes one chat and leaves the others', async () => {
  const { sessionId } = await openTalk()
  const branchId = await branch(sessionId, { keep: 0 })
  const { sessionId: other } = await chat.openSession()
  expect((await send('DELETE', `/chat/session/${branchId}?branches=all`, undefined, chat.bob)).status).toBe(
    404,
  )
  expect((await send('DELETE', `/chat/session/${branchId}?branches=all`)).status).toBe(200)
  expect((await send('GET', `/chat/session/${sessionId}`)).status).toBe(404)
  expect((await send('GET', `/chat/session/${branchId}`)).status).toBe(404)
  expect((await send('GET', `/chat/session/${other}`)).status).toBe(200)
})

test('sessions are pinned, archived and put into folders, and the documented bodies stay as they are', async () => {
  const { sessionId } = await openTalk()
  const change = (body: object, bearer = chat.alice) =>
    send('PATCH', `/chat/session/${sessionId}`, body, bearer)
  const shown = async (query: string, bearer = chat.alice) =>
    (await send('GET', `/chat/session?${query}`, undefined, bearer)).body.data.sessions
  const has = async (query: string) =>
    (await shown(query)).some(({ session_id }: { session_id: string }) => session_id === sessionId)

  const changed = await change({ is_pinned: true, folder: ' Übersicht ' })
  expect(Object.keys(changed.body.data).toSorted()).toEqual(['agent_id', 'created_at', 'name', 'session_id'])
  const whole = await send('GET', `/chat/session/${sessionId}`)
  expect(whole.body.data).not.toHaveProperty('is_pinned')
  const page = await send('GET', `/chat/session/${sessionId}?limit=1`)
  expect(page.body.data).toMatchObject({ is_pinned: true, is_archived: false, folder: 'Übersicht' })
  expect((await send('GET', `/chat/session/${sessionId}?limit=1`, undefined, chat.bob)).status).toBe(404)
  expect(await has('show=pinned')).toBe(true)
  expect(await has('show=active')).toBe(false)
  expect(await has('folder=%C3%9Cbersicht')).toBe(true)
  expect(await has('folder=')).toBe(false)
  expect(await has('folder=%C3%9Cbersicht&q=drawn')).toBe(true)
  expect((await send('GET', '/chat/folder')).body.data).toEqual({ folders: ['Übersicht'] })
  expect((await send('GET', '/chat/folder', undefined, chat.bob)).body.data).toEqual({ folders: [] })

  await change({ is_archived: true, folder: '' })
  expect(await has('show=pinned')).toBe(false)
  expect(await has('show=archived')).toBe(true)
  expect(await has('show=active&q=drawn')).toBe(false)
  expect(await has('limit=200')).toBe(true)
  const [entry] = await shown('show=archived')
  expect(entry).toMatchObject({ is_pinned: true, is_archived: true, folder: '', is_running: false })
  expect(entry.thumbnail).toMatch(/^artifacts\/.*chart\.png$/)
  expect((await change({ folder: 'x'.repeat(201) })).status).toBe(400)
  expect((await change({ is_pinned: true }, chat.bob)).status).toBe(404)
})

test('all branches of a chat are pinned, archived and moved together, and a new branch is kept as they are', async () => {
  const { sessionId } = await openTalk()
  const { sessionId: alone } = await chat.openSession()
  const early = await branch(sessionId, { keep: 2 })
  const keeping = { is_pinned: true, is_archived: true, folder: 'Reports' }
  await send('PATCH', `/chat/session/${early}`, keeping)
  const late = await branch(sessionId, { keep: 0 })
  const keptOf = async (id: string) => (await send('GET', `/chat/session/${id}?limit=1`)).body.data
  for (const id of [sessionId, early, late]) expect(await keptOf(id)).toMatchObject(keeping)
  expect(await keptOf(alone)).toMatchObject({ is_pinned: false, is_archived: false, folder: '' })

  await send('PATCH', `/chat/session/${sessionId}`, { name: 'Renamed', is_archived: false })
  for (const id of [early, late]) expect(await keptOf(id)).toMatchObject({ name: 'S', is_archived: false })
  expect((await send('PATCH', `/chat/session/${early}`, { is_pinned: false }, chat.bob)).status).toBe(404)
  expect(await keptOf(sessionId)).toMatchObject({ name: 'Renamed', is_pinned: true })
})
