import { expect, test } from 'vitest'
import { useChatApi } from './testing/use-chat-api.ts'

const chat = useChatApi()
const ASKING = { tool_name: 'ask_user', tool_server_id: 'parley', properties: [] }
const QUESTION = { question: 'Which Georgia?', choices: ['The state', 'The country'] }
const CONTENT = 'Which Georgia?\n\n- The state\n- The country'

async function openAsking() {
  const opened = await chat.openSession()
  const path = `/agent/${opened.agentId}`
  const { body } = await chat.api.send('GET', path, { bearer: chat.alice })
  const tools = [...body.data.tools, ASKING]
  const changed = await chat.api.send('PATCH', path, { bearer: chat.alice, body: { tools } })
  expect(changed.status).toBe(200)
  return opened
}

test('a question of the model ends the turn as a dia message with its choices, and the next message is the choice', async () => {
  const { sessionId } = await openAsking()
  const { requests } = chat.script(
    { toolCalls: [{ name: 'ask_user', arguments: QUESTION }] },
    'Ten people live there.',
  )
  const reply = await chat.ask(sessionId, 'How many people live in Georgia?')
  expect(reply.body.data).toMatchObject({ content: CONTENT, type: 'dia', status: 'ok' })
  expect(reply.body.data.suggestions).toEqual(QUESTION.choices)
  expect(requests).toHaveLength(1)
  expect(requests[0]?.tools.map(({ name }) => name)).toContain('ask_user')

  const { body } = await chat.api.send('GET', `/chat/run/${reply.body.data.run_id}`, { bearer: chat.alice })
  expect(body.data.steps).toMatchObject([
    { agent_name: 'ask_user', input: QUESTION, output: QUESTION, status: 'ok' },
    { agent_name: 'final_response', output: { content: CONTENT }, status: 'ok' },
  ])
  const stranger = await chat.api.send('GET', `/chat/run/${reply.body.data.run_id}`, { bearer: chat.bob })
  expect(stranger.status).toBe(404)

  const answered = await chat.ask(sessionId, 'The state')
  expect(answered.body.data).toMatchObject({ content: 'Ten people live there.', type: 'chat' })
  expect(requests[1]?.messages.map(({ content }) => content)).toEqual(
    expect.arrayContaining([CONTENT, 'The state']),
  )
  const messages = await chat.history(sessionId)
  expect(messages.map(({ type }: { type: string | null }) => type)).toEqual([null, 'dia', null, 'chat'])
  expect(messages[1].suggestions).toBeNull()
})

test('an agent that does not bind ask_user has no such tool, and the list of built-in tools does not name it', async () => {
  const { sessionId } = await chat.openSession()
  const { requests } = chat.script({ toolCalls: [{ name: 'ask_user', arguments: QUESTION }] }, 'Ten.')
  const reply = await chat.ask(sessionId, 'How many?')
  expect(requests[0]?.tools.map(({ name }) => name)).not.toContain('ask_user')
  expect(reply.body.data).toMatchObject({ content: 'Ten.', type: 'message' })
  const { body } = await chat.api.send('GET', '/mcp/client/parley', { bearer: chat.alice })
  expect(body.data.tools).toHaveLength(3)
})

test('a stateless call of an agent that asks back ends with the question as its content', async () => {
  const { agentId } = await openAsking()
  chat.script({ toolCalls: [{ name: 'ask_user', arguments: QUESTION }] })
  const body = { agent_id: agentId, prompt: 'How many?', system_message: '' }
  const reply = await chat.api.send('POST', '/chat/invoke-agent', { bearer: chat.alice, body })
  expect(reply.body.data).toMatchObject({ content: CONTENT, type: 'dia', status: 'ok' })
})
