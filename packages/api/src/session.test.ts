import { expect, test } from 'vitest'
import { useChatApi } from './testing/use-chat-api.ts'

const chat = useChatApi()

test('a session needs an agent and a persona of the caller', async () => {
  const { agentId } = await chat.openSession(chat.bob)
  const open = (body: object) => chat.api.send('POST', '/chat/session/new', { bearer: chat.alice, body })
  expect((await open({ agent_id: agentId })).status).toBe(400)
  const mine = await chat.openSession()
  expect((await open({ agent_id: mine.agentId, persona_id: 99 })).status).toBe(400)
  const opened = await open({ agent_id: mine.agentId })
  const session = await chat.api.send('GET', `/chat/session/${opened.body.data.session_id}`, {
    bearer: chat.alice,
  })
  expect(session.body.data).toMatchObject({ persona_id: 1, name: '', messages: [] })
  const list = await chat.api.send('GET', '/chat/session', { bearer: chat.alice })
  expect(list.body.data.sessions[0]).toMatchObject({ session_id: opened.body.data.session_id })
})

test('a session can change its persona and names its agent', async () => {
  const { sessionId, agentId } = await chat.openSession()
  const change = (persona_id: number, bearer = chat.alice) =>
    chat.api.send('PATCH', `/chat/session/${sessionId}`, { bearer, body: { persona_id } })
  expect((await change(5)).status).toBe(200)
  const { data } = (await chat.api.send('GET', `/chat/session/${sessionId}`, { bearer: chat.alice })).body
  expect(data).toMatchObject({ persona_id: 5, name: 'S', agent_id: agentId })
  expect((await change(999)).status).toBe(400)
  expect((await change(5, chat.bob)).status).toBe(404)
})

test('a session that is deleted during a turn stays deleted', async () => {
  const { sessionId } = await chat.openSession()
  chat.world.model = (request) =>
    (async function* (): AsyncGenerator<never, never, void> {
      await new Promise((_, reject) =>
        request.signal.addEventListener('abort', () => reject(request.signal.reason)),
      )
      throw new Error('unreachable')
    })()
  const pending = chat.ask(sessionId)
  await expect.poll(() => chat.api.deps.turns.runIds().length).toBe(1)
  expect((await chat.api.send('DELETE', `/chat/session/${sessionId}`, { bearer: chat.alice })).body).toEqual({
    status: 'ok',
  })
  expect((await pending).status).toBe(404)
  expect((await chat.api.send('GET', `/chat/session/${sessionId}`, { bearer: chat.alice })).status).toBe(404)
})
