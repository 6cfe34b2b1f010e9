import { randomUUID } from 'node:crypto'
import { beforeAll, expect, test } from 'vitest'
import {
  countAgentSessions,
  createAgent,
  deleteAgent,
  getAgent,
  listAgents,
  type StoredToolBinding,
  updateAgent,
} from './agent.ts'
import { DEFAULT_OWNER, type OwnerId } from './owner.ts'
import { createSession } from './session.ts'
import { createTestAgent, createTestConfig, createTestUser, useTestDatabase } from './testing.ts'

const tools: StoredToolBinding[] = [
  { toolName: 'execute_sql', toolServerId: 'parley', properties: [] },
  {
    toolName: 'search',
    toolServerId: 'acme/search',
    properties: [{ key: 'token', datatype: 'string', valueCipher: 'c2VhbGVk' }],
    schemaHash: 'abc',
  },
]

const database = useTestDatabase()
let owner: OwnerId
let other: OwnerId
beforeAll(async () => {
  owner = await createTestUser(database.db)
  other = await createTestUser(database.db)
})

test('an agent is read back by its owner only, with all keys of its tools', async () => {
  const { db } = database
  const { id: modelConfigId } = await createTestConfig(db, owner)
  const id = randomUUID()
  const fields = { id, name: 'Analyst', description: 'Counts.', modelConfigId, tools, limits: { rounds: 3 } }
  const agent = await createAgent(db, owner, fields)
  expect(agent).toMatchObject(fields)
  expect(await getAgent(db, owner, id)).toEqual(agent)
  expect(await getAgent(db, other, id)).toBeNull()
  expect(await getAgent(db, owner, randomUUID())).toBeNull()
  const { tools: _tools, limits: _limits, ...summary } = fields
  expect(await listAgents(db, owner)).toEqual([{ ...summary, toolCount: 2, createdAt: expect.any(String) }])
  expect(await listAgents(db, other)).toEqual([])
})

test('an agent uses a configuration of its owner or of default, never of another user', async () => {
  const { db } = database
  const others = await createTestConfig(db, other)
  const template = await createTestConfig(db, DEFAULT_OWNER)
  const fields = { name: 'A', description: '', tools: [] }
  expect(await createAgent(db, owner, { ...fields, modelConfigId: others.id })).toBeNull()
  expect(await createAgent(db, owner, { ...fields, modelConfigId: 1_000_000 })).toBeNull()
  const agent = await createAgent(db, owner, { ...fields, modelConfigId: template.id })
  expect(agent).toMatchObject({ modelConfigId: template.id, limits: null })

  const id = agent?.id ?? ''
  expect(await updateAgent(db, owner, { id, modelConfigId: others.id, name: 'B' })).toBe('missing_config')
  expect(await getAgent(db, owner, id)).toEqual(agent)
})

test('every user can read a template agent, and no user can change or delete it', async () => {
  const { db } = database
  const template = await createTestAgent(db, DEFAULT_OWNER)
  expect(await getAgent(db, owner, template.id)).toEqual(template)
  expect(template.userId).toBe('default')
  expect((await listAgents(db, owner)).map(({ id }) => id)).not.toContain(template.id)
  expect(await updateAgent(db, owner, { id: template.id, name: 'Mine' })).toBe('missing')
  expect(await deleteAgent(db, owner, template.id)).toBe('missing')
})

test('an update changes only the given fields, for the owner alone', async () => {
  const { db } = database
  const agent = await createTestAgent(db, owner)
  expect(await updateAgent(db, other, { id: agent.id, name: 'Taken' })).toBe('missing')
  expect(await updateAgent(db, owner, { id: agent.id })).toBe('updated')
  expect(await getAgent(db, owner, agent.id)).toEqual(agent)
  expect(await updateAgent(db, owner, { id: agent.id, tools, limits: { calls: 1 } })).toBe('updated')
  expect(await getAgent(db, owner, agent.id)).toEqual({ ...agent, tools, limits: { calls: 1 } })
  expect(await updateAgent(db, owner, { id: agent.id, tools: [], limits: null })).toBe('updated')
  expect(await getAgent(db, owner, agent.id)).toEqual(agent)
})

test('an agent with sessions is not deleted', async () => {
  const { db } = database
  const { id } = await createTestAgent(db, owner)
  await createSession(db, owner, { name: 'S', personaId: 1, agentId: id })
  expect(await countAgentSessions(db, owner, id)).toBe(1)
  expect(await countAgentSessions(db, other, id)).toBe(0)
  expect(await deleteAgent(db, other, id)).toBe('missing')
  expect(await deleteAgent(db, owner, id)).toBe('has_sessions')
  expect(await getAgent(db, owner, id)).not.toBeNull()
})

test('an agent that is deleted while sessions are created is kept with its session, or is deleted without one', async () => {
  const { db } = database
  for (let round = 0; round < 20; round++) {
    const { id: agentId } = await createTestAgent(db, owner)
    const [session, deletion] = await Promise.all([
      createSession(db, owner, { name: 'S', personaId: 1, agentId }),
      deleteAgent(db, owner, agentId),
    ])
    expect(deletion).toBe(session ? 'has_sessions' : 'deleted')
  }
})
