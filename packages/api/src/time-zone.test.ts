import { expect, test } from 'vitest'
import { useChatApi } from './testing/use-chat-api.ts'

const chat = useChatApi()

test('today is the day in the time zone of the person who asks, and in UTC without one', async () => {
  const { sessionId, agentId } = await chat.openSession()
  Object.assign(chat.api.deps, { now: () => new Date('2026-12-31T20:00:00Z') })
  const { requests } = chat.script('One.', 'Two.', 'Three.')
  const post = (path: string, body: object) => chat.api.send('POST', path, { bearer: chat.alice, body })
  await post('/chat/query', { session_id: sessionId, query: 'Hi', time_zone: 'Asia/Tokyo' })
  await post('/chat/query', { session_id: sessionId, query: 'Hi' })
  await post('/chat/invoke-agent', { agent_id: agentId, prompt: 'Hi', time_zone: 'America/New_York' })
  const systems = requests.map(({ messages }) => messages[0]?.content)
  expect(systems[0]).toContain('Today is 2027-01-01 (Asia/Tokyo).')
  expect(systems[1]).toContain('Today is 2026-12-31.')
  expect(systems[2]).toContain('Today is 2026-12-31 (America/New_York).')
})

test('refuses a time zone that does not exist', async () => {
  const { sessionId } = await chat.openSession()
  const body = { session_id: sessionId, query: 'Hi', time_zone: 'Mars/Olympus' }
  const refused = await chat.api.send('POST', '/chat/query', { bearer: chat.alice, body })
  expect(refused.status).toBe(400)
  expect(refused.body.message).toContain('time_zone: must be a time zone of the IANA database')
  expect(await chat.history(sessionId)).toEqual([])
})
