import { randomUUID } from 'node:crypto'
import { beforeAll, expect, test } from 'vitest'
import { getAgent } from './agent.ts'
import { createArtifact, getArtifact } from './artifact.ts'
import { deleteSession } from './delete-session.ts'
import { DEFAULT_OWNER, type OwnerId } from './owner.ts'
import { listRetiredBlobs } from './retired-blob.ts'
import { createSession, getSession, listSessions, updateSession } from './session.ts'
import { createTestAgent, createTestSession, createTestUser, useTestDatabase } from './testing.ts'
import { beginTurn } from './turn/begin-turn.ts'

const database = useTestDatabase()
let owner: OwnerId
let other: OwnerId
beforeAll(async () => {
  owner = await createTestUser(database.db)
  other = await createTestUser(database.db)
})

test('a session is read and listed by its owner alone, newest first', async () => {
  const { db } = database
  const first = await createTestSession(db, owner)
  const second = await createTestSession(db, owner)
  expect(first).toMatchObject({ name: 'Test session', personaId: 1 })
  expect(await getSession(db, owner, first.id)).toEqual(first)
  expect(await getSession(db, other, first.id)).toBeNull()
  expect(await getSession(db, owner, randomUUID())).toBeNull()
  expect(await listSessions(db, owner)).toEqual([second, first])
  expect(await listSessions(db, other)).toEqual([])
})

test('a session is created with an agent of its owner only', async () => {
  const { db } = database
  const fields = { name: 'S', personaId: 1 }
  const others = await createTestAgent(db, other)
  const template = await createTestAgent(db, DEFAULT_OWNER)
  expect(await createSession(db, owner, { ...fields, agentId: others.id })).toBeNull()
  expect(await createSession(db, owner, { ...fields, agentId: template.id })).toBeNull()
  expect(await createSession(db, owner, { ...fields, agentId: randomUUID() })).toBeNull()
})

test('an update changes only the given fields, for the owner alone', async () => {
  const { db } = database
  const session = await createTestSession(db, owner)
  const agent = await createTestAgent(db, owner)
  const others = await createTestAgent(db, other)
  const { id } = session
  expect(await updateSession(db, other, { id, name: 'Taken' })).toEqual({ kind: 'missing' })
  expect(await updateSession(db, owner, { id })).toEqual({ kind: 'updated', session })
  expect(await updateSession(db, owner, { id, agentId: others.id })).toEqual({ kind: 'missing_agent' })
  expect(await updateSession(db, owner, { id, agentId: randomUUID() })).toEqual({ kind: 'missing_agent' })
  const changed = { ...session, name: 'New', agentId: agent.id }
  expect(await updateSession(db, owner, { id, name: 'New', agentId: agent.id })).toEqual({
    kind: 'updated',
    session: changed,
  })
  expect(await getSession(db, owner, id)).toEqual(changed)
})

async function drawIn(sessionId: string) {
  const { db } = database
  const runId = randomUUID()
  const turn = { sessionId, runId, query: 'Draw.', leaseOwner: 'here', leaseMs: 60_000, historyLimit: 10 }
  await beginTurn(db, owner, turn)
  const [artifactId, fileName, mediaType] = [randomUUID(), 'chart.png', 'image/png']
  const path = `${sessionId}/chart.png`
  const artifact = { artifactId, fileName, mediaType, bytes: 10, path, runId, expiresAt: null }
  expect(await createArtifact(db, owner, artifact)).toBe(true)
  return artifact
}

test('deleting a session deletes all of its records and no others', async () => {
  const { db } = database
  const [doomed, kept] = [await createTestSession(db, owner), await createTestSession(db, owner)]
  const [doomedArtifact, keptArtifact] = [await drawIn(doomed.id), await drawIn(kept.id)]

  expect(await deleteSession(db, other, { id: doomed.id })).toEqual([])
  expect(await deleteSession(db, owner, { id: doomed.id })).toEqual([doomed.id])
  expect(await listRetiredBlobs(db, { limit: 10 })).toEqual([doomedArtifact.path])
  expect(await deleteSession(db, owner, { id: doomed.id })).toEqual([])
  for (const table of ['messages', 'runs']) {
    const { rows } = await db.pool.query(`select distinct session_id as id from ${table}`)
    expect(rows).toEqual([{ id: kept.id }])
  }
  expect(await getArtifact(db, owner, doomedArtifact)).toBeNull()
  expect(await getArtifact(db, owner, keptArtifact)).not.toBeNull()
  expect(await getAgent(db, owner, doomed.agentId)).not.toBeNull()
})
