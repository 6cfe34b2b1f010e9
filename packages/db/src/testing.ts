import { randomBytes, randomUUID } from 'node:crypto'
import { Client, escapeIdentifier } from 'pg'
import { inject } from 'vitest'
import { type Agent, createAgent } from './agent.ts'
import { type Database, openDatabase } from './database.ts'
import { createLlmConfig, type LlmConfig, reserveLlmConfigId } from './llm-config.ts'
import type { OwnerId } from './owner.ts'
import type { StoredStep } from './run.ts'
import { createSession, type Session } from './session.ts'
import { beginTurn } from './turn/begin-turn.ts'
import { findOrCreateUserByWallet } from './user.ts'

declare module 'vitest' {
  // biome-ignore lint/style/useConsistentTypeDefinitions: only an interface can be extended from outside.
  interface ProvidedContext {
    /** A PostgreSQL on which the test run may create databases. */
    postgresUrl: string
    /** Name of a database there that holds the migrated, empty schema and that nobody is connected to. */
    templateDatabase: string
  }
}

export type TestDatabase = {
  readonly db: Database
  readonly url: string
  /** Closes `db` and removes the database. */
  readonly drop: () => Promise<void>
}

/** Makes a database with the migrated schema for one test file. Call `drop` when it is done. */
export async function createTestDatabase({ poolSize = 10 } = {}): Promise<TestDatabase> {
  const server = inject('postgresUrl')
  const name = `test_${randomUUID().replaceAll('-', '')}`
  const template = escapeIdentifier(inject('templateDatabase'))
  await runOnServer(server, `CREATE DATABASE ${name} TEMPLATE ${template}`)
  const url = new URL(server)
  url.pathname = `/${name}`
  const db = openDatabase({ url: url.href, poolSize })
  return {
    db,
    url: url.href,
    async drop() {
      await db.close()
      await runOnServer(server, `DROP DATABASE ${name} WITH (FORCE)`)
    },
  }
}

/** Makes a user with a wallet address that nobody else has. */
export async function createTestUser(db: Database): Promise<OwnerId> {
  const { owner } = await findOrCreateUserByWallet(db, `0x${randomBytes(20).toString('hex')}`)
  return owner
}

/** Makes a model configuration that no test should call. */
export async function createTestConfig(db: Database, owner: OwnerId): Promise<LlmConfig> {
  return await createLlmConfig(db, owner, {
    id: await reserveLlmConfigId(db),
    provider: 'ollama',
    model: 'test-model',
    baseUrl: 'http://127.0.0.1:1/v1',
    apiKeyCipher: Buffer.from('sealed'),
    params: { temperature: 0.5 },
    name: 'Test model',
    description: 'Answers nothing.',
  })
}

/** Makes an agent with a configuration of its own and no tools. */
export async function createTestAgent(db: Database, owner: OwnerId): Promise<Agent> {
  const { id: modelConfigId } = await createTestConfig(db, owner)
  const fields = { name: 'Test agent', description: 'Helps nobody.', modelConfigId, tools: [] }
  const agent = await createAgent(db, owner, fields)
  if (!agent) throw new Error('The configuration was gone as soon as it was written.')
  return agent
}

/** Opens a session with an agent of its own. */
export async function createTestSession(db: Database, owner: OwnerId): Promise<Session> {
  const { id: agentId } = await createTestAgent(db, owner)
  const session = await createSession(db, owner, { name: 'Test session', personaId: 1, agentId })
  if (!session) throw new Error('The agent was gone as soon as it was written.')
  return session
}

/** Begins a turn in a session of its own, under the lease of `here`. */
export async function beginTestTurn(
  db: Database,
  owner: OwnerId,
): Promise<{ readonly sessionId: string; readonly runId: string }> {
  const { id: sessionId } = await createTestSession(db, owner)
  const runId = randomUUID()
  const turn = { sessionId, runId, query: 'How many?', leaseOwner: 'here', leaseMs: 60_000, historyLimit: 50 }
  const { kind } = await beginTurn(db, owner, turn)
  if (kind !== 'begun') throw new Error(`The first turn of a session is ${kind}.`)
  return { sessionId, runId }
}

/** Makes the closing step of a trace whose other steps are numbered below `stepId`. */
export function makeFinalStep(stepId: number, content: string): StoredStep {
  const createdAt = '2026-01-01T00:00:00.000Z'
  return {
    stepId,
    agentName: 'final_response',
    input: null,
    output: { content },
    status: 'ok',
    createdAt,
    durationMs: 0,
  }
}

async function runOnServer(url: string, sql: string): Promise<void> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    await client.query(sql)
  } finally {
    await client.end()
  }
}
