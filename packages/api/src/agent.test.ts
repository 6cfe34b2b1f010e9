import type { OfferedSource } from '@parley/core'
import { expect, test } from 'vitest'
import { useChatApi } from './testing/use-chat-api.ts'

const chat = useChatApi()

const LEDGER: OfferedSource = {
  id: '6c656467-6572-4000-8000-000000000001',
  name: 'ledger',
  kind: 'ledger',
  description: '',
  tables: [],
  createdAt: '2026-01-01T00:00:00.000000',
  updatedAt: 'first',
  offered: { ownerId: 'the service', open: async () => ({ files: new Map() }) },
}

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

test('a data source is added once to those that an agent sees, by its owner alone', async () => {
  Object.assign(chat.api.deps, { data: { ...chat.api.deps.data, offered: [LEDGER] } })
  const { agentId, configId } = await chat.openSession()
  const send = (path: string, bearer: string, body?: object) =>
    chat.api.send(body ? 'POST' : 'GET', path, { bearer, ...(body && { body }) })
  const path = `/agent/${agentId}/data_source`
  const body = { data_source_id: LEDGER.id }
  const dataSourceIds = async () => (await send(`/agent/${agentId}`, chat.alice)).body.data.data_source_ids

  expect((await send(path, chat.alice, body)).body.data).toEqual({ reads_data: true })
  expect(await dataSourceIds()).toBeNull()
  await chat.api.send('PATCH', `/agent/${agentId}`, { bearer: chat.alice, body: { data_source_ids: [] } })
  await Promise.all([send(path, chat.alice, body), send(path, chat.alice, body)])
  expect(await dataSourceIds()).toEqual([LEDGER.id])

  const bare = { name: 'Bare', model_config_id: configId, tools: [] }
  const { agent_id } = (await send('/agent', chat.alice, bare)).body.data
  expect((await send(`/agent/${agent_id}/data_source`, chat.alice, body)).body.data.reads_data).toBe(false)
  expect((await send(path, chat.bob, body)).status).toBe(404)
  expect((await send(`/agent/${agentId}/starter_questions`, chat.bob)).status).toBe(404)
  const missing = { data_source_id: '7f8a2c4e-0000-4000-8000-00000000000f' }
  expect((await send(path, chat.alice, missing)).status).toBe(404)
  const about = `/agent/${agentId}/starter_questions?data_source_id=${missing.data_source_id}`
  expect((await send(about, chat.alice)).status).toBe(404)
})
