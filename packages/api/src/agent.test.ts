import { expect, test } from 'vitest'
import { useChatApi } from './testing/use-chat-api.ts'

const chat = useChatApi()

test('an agent with sessions cannot be deleted until they are switched', async () => {
  const { agentId, sessionId } = await chat.openSession()
  const other = await chat.openSession()
  expect((await chat.api.send('DELETE', `/agent/${agentId}`, { bearer: chat.alice })).status).toBe(409)
  const switched = await chat.api.send('PATCH', `/chat/session/${sessionId}`, {
    bearer: chat.alice,
    body: { agent_id: other.agentId },
  })
  expect(switched.body.data).toMatchObject({ session_id: sessionId, name: 'S', agent_id: other.agentId })
  expect((await chat.api.send('DELETE', `/agent/${agentId}`, { bearer: chat.alice })).body).toEqual({
    status: 'ok',
    data: {},
  })
})
