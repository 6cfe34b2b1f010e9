import { randomUUID } from 'node:crypto'
import { beforeAll, expect, test } from 'vitest'
import { getAgent, updateAgent } from '../agent.ts'
import { createDataSource } from '../data-source.ts'
import { createDefinition } from '../definition.ts'
import { getLlmConfig } from '../llm-config.ts'
import { listMessages } from '../message.ts'
import type { OwnerId } from '../owner.ts'
import { getRun } from '../run.ts'
import { findRunData } from '../run-data.ts'
import { createTestSession, createTestUser, makeFinalStep, useTestDatabase } from '../testing.ts'
import { beginTurn, type NewTurn } from './begin-turn.ts'
import { finishTurn } from './finish-turn.ts'

const database = useTestDatabase({ poolSize: 20 })
let owner: OwnerId
let other: OwnerId
beforeAll(async () => {
  owner = await createTestUser(database.db)
  other = await createTestUser(database.db)
})

function newTurn(sessionId: string, query = 'How many?'): NewTurn {
  return { sessionId, runId: randomUUID(), query, leaseOwner: 'here', leaseMs: 60_000, historyLimit: 50 }
}

async function finish(runId: string, content: string): Promise<string> {
  return await finishTurn(database.db, {
    runId,
    leaseOwner: 'here',
    status: 'ok',
    message: { content, type: 'chat', status: 'ok', runId: '', artifacts: null },
    finalStep: makeFinalStep(1, content),
    usage: null,
  })
}

test('a turn begins with all that the answer needs, and its question is stored', async () => {
  const { db } = database
  const { id, name, agentId, personaId, createdAt } = await createTestSession(db, owner)
  const session = { id, name, agentId, personaId, createdAt }
  const agent = await getAgent(db, owner, session.agentId)
  const config = await getLlmConfig(db, owner, agent?.modelConfigId ?? 0)
  const turn = newTurn(session.id)
  const begun = { kind: 'begun', session, agent, config, data: null, history: [] }
  expect(await beginTurn(db, owner, turn)).toEqual(begun)
  expect(config?.apiKeyCipher).toEqual(Buffer.from('sealed'))

  const messages = await listMessages(db, owner, session.id)
  expect(messages).toMatchObject([
    { sequence: 1, role: 'user', content: 'How many?', status: null, runId: null },
  ])
  const unfinished = { status: 'running', usage: null, costMicros: null, metadata: null, steps: [] }
  const run = { runId: turn.runId, sessionId: session.id, ...unfinished }
  expect(await getRun(db, owner, turn.runId)).toEqual(run)
  expect(await getRun(db, other, turn.runId)).toBeNull()
})

test('a turn of an agent with tools begins with the data of the owner alone', async () => {
  const { db } = database
  const source = { kind: 'file', title: 'Sales', description: '', address: '', tables: [], bytes: 1 }
  for (const [user, name] of [
    [owner, 'sales'],
    [other, 'theirs'],
  ] as const)
    await createDataSource(db, user, {
      ...source,
      id: randomUUID(),
      name,
      connectionCipher: Buffer.from([0, 255]),
    })
  const body = { text: 'More than 100' }
  await createDefinition(db, owner, { kind: 'term', name: 'large', body, dataSourceIds: [], columns: [] })
  const { id, agentId } = await createTestSession(db, owner)
  const tools = [{ toolName: 'execute_sql', toolServerId: 'parley', properties: [] }]
  await updateAgent(db, owner, { id: agentId, tools })

  const begun = await beginTurn(db, owner, newTurn(id))
  const data = begun.kind === 'begun' ? begun.data : null
  expect(data).toEqual(await findRunData(db, owner))
  expect(data?.sources).toMatchObject([{ name: 'sales', connectionCipher: Buffer.from([0, 255]) }])
  expect(data?.definitions).toMatchObject([{ name: 'large', body }])
})

test('the history holds the newest messages before the question', async () => {
  const { db } = database
  const { id } = await createTestSession(db, owner)
  for (let number = 1; number <= 3; number++) {
    const turn = newTurn(id, `question ${number}`)
    await beginTurn(db, owner, turn)
    await finish(turn.runId, `answer ${number}`)
  }
  const begun = await beginTurn(db, owner, { ...newTurn(id, 'question 4'), historyLimit: 3 })
  const before = (await listMessages(db, owner, id))
    .slice(3, 6)
    .map(({ role, content, status, artifacts }) => ({ role, content, status, artifacts }))
  expect(begun.kind === 'begun' && begun.history).toEqual(before)
  expect(before.map(({ content }) => content)).toEqual(['answer 2', 'question 3', 'answer 3'])
})

test("a turn cannot begin in another user's session or in a missing one", async () => {
  const { db } = database
  const { id } = await createTestSession(db, owner)
  expect(await beginTurn(db, other, newTurn(id))).toEqual({ kind: 'missing_session' })
  expect(await beginTurn(db, owner, newTurn(randomUUID()))).toEqual({ kind: 'missing_session' })
  expect(await listMessages(db, owner, id)).toEqual([])
})

test('one of 50 simultaneous turns in a session begins, the others write nothing', async () => {
  const { db } = database
  const { id } = await createTestSession(db, owner)
  const begun = await Promise.all(Array.from({ length: 50 }, () => beginTurn(db, owner, newTurn(id))))
  const kinds = begun.map(({ kind }) => kind)
  expect(kinds.filter((kind) => kind === 'begun')).toHaveLength(1)
  expect(kinds.filter((kind) => kind === 'busy')).toHaveLength(49)
  expect(await listMessages(db, owner, id)).toHaveLength(1)
  const { rows } = await db.pool.query('select 1 from runs where session_id = $1', [id])
  expect(rows).toHaveLength(1)
})

test('turns that begin as others end see every earlier answer, without a gap or a duplicate number', async () => {
  const { db } = database
  const { id } = await createTestSession(db, owner)
  const seen: string[][] = []
  const converse = async () => {
    for (let turns = 0; turns < 5; ) {
      const turn = newTurn(id, 'question')
      const begun = await beginTurn(db, owner, turn)
      if (begun.kind !== 'begun') continue
      seen.push(begun.history.map(({ content }) => content))
      expect(await finish(turn.runId, turn.runId)).toBe('finished')
      turns++
    }
  }
  await Promise.all([converse(), converse(), converse(), converse()])

  const messages = await listMessages(db, owner, id)
  expect(messages.map(({ sequence }) => sequence)).toEqual(
    Array.from({ length: 40 }, (_, index) => index + 1),
  )
  const contents = messages.map(({ content }) => content)
  expect(seen).toEqual(Array.from({ length: 20 }, (_, index) => contents.slice(0, index * 2)))
})

test('a change of the agent does not affect a running turn', async () => {
  const { db } = database
  const session = await createTestSession(db, owner)
  const begun = await beginTurn(db, owner, newTurn(session.id))
  await updateAgent(db, owner, { id: session.agentId, name: 'Renamed' })
  expect(begun).toMatchObject({ kind: 'begun', agent: { name: 'Test agent' } })
})
