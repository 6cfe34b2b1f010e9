import { randomBytes, randomUUID } from 'node:crypto'
import type { Role, RunStep } from '@parley/domain'
import { Client, escapeIdentifier } from 'pg'
import { afterAll, beforeAll, inject } from 'vitest'
import { createAgent, type StoredAgent } from './agent.ts'
import { type Database, openDatabase } from './database.ts'
import { createLlmConfig, reserveLlmConfigId, type StoredLlmConfig } from './llm-config.ts'
import type { OwnerId } from './owner.ts'
import { createSession, type Session } from './session.ts'
import { createAccount } from './sign-in.ts'
import { beginTurn } from './turn/begin-turn.ts'

declare module 'vitest' {
  // biome-ignore lint/style/useConsistentTypeDefinitions: only an interface can be extended from outside.
  interface ProvidedContext {
    /** A PostgreSQL on which the test run may create databases. */
    postgresUrl: string
    /** Name of a database there with the migrated, empty schema; it has no open connection. */
    templateDatabase: string
  }
}

export type TestDatabase = {
  readonly db: Database
  readonly url: string
  /** Closes `db` and deletes the database. */
  readonly drop: () => Promise<void>
}

/** Creates a database with the migrated schema for one test file. Call `drop` at the end. */
export async function createTestDatabase({ poolSize = 10 } = {}): Promise<TestDatabase> {
  const server = inject('postgresUrl')
  const name = `test_${randomUUID().replaceAll('-', '')}`
  const template = escapeIdentifier(inject('templateDatabase'))
  // The default writes each page of the template to the write-ahead log.
  await runOnServer(server, `CREATE DATABASE ${name} TEMPLATE ${template} STRATEGY FILE_COPY`)
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

/** Creates a database without any table. Call `drop` at the end. */
export async function createEmptyDatabase(): Promise<Pick<TestDatabase, 'url' | 'drop'>> {
  const server = inject('postgresUrl')
  const name = `test_${randomUUID().replaceAll('-', '')}`
  await runOnServer(server, `CREATE DATABASE ${name}`)
  const url = new URL(server)
  url.pathname = `/${name}`
  return { url: url.href, drop: () => runOnServer(server, `DROP DATABASE ${name} WITH (FORCE)`) }
}

/** Creates one database for the tests of a file before the first test, and deletes it after the last one. */
export function useTestDatabase(options: { poolSize?: number } = {}): Pick<TestDatabase, 'db' | 'url'> {
  let database: TestDatabase
  beforeAll(async () => {
    database = await createTestDatabase(options)
  })
  afterAll(() => database.drop())
  return {
    get db() {
      return database.db
    },
    get url() {
      return database.url
    },
  }
}

/** Creates a user with a random wallet address. */
export async function createTestUser(db: Database, role: Role = 'member'): Promise<OwnerId> {
  const walletAddress = `0x${randomBytes(20).toString('hex')}`
  const signIn = { kind: 'wallet', issuer: '', subject: walletAddress, label: walletAddress } as const
  const account = { signIn, walletAddress, role, isRoleConfigured: false, admittedBy: 'open' } as const
  const { owner } = await createAccount(db, account)
  return owner
}

/** Creates an LLM configuration whose address refuses connections. */
export async function createTestConfig(db: Database, owner: OwnerId): Promise<StoredLlmConfig> {
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

/** Creates an agent without tools, with a new LLM configuration. */
export async function createTestAgent(db: Database, owner: OwnerId): Promise<StoredAgent> {
  const { id: modelConfigId } = await createTestConfig(db, owner)
  const fields = { name: 'Test agent', description: 'For tests.', modelConfigId, tools: [] }
  const agent = await createAgent(db, owner, fields)
  if (!agent) throw new Error('The LLM configuration of the test agent is missing.')
  return agent
}

/** Creates a session with a new agent. */
export async function createTestSession(db: Database, owner: OwnerId): Promise<Session> {
  const { id: agentId } = await createTestAgent(db, owner)
  const session = await createSession(db, owner, { name: 'Test session', personaId: 1, agentId })
  if (!session) throw new Error('The agent of the test session is missing.')
  return session
}

/** Begins a turn in a new session, under the lease of `here`. */
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

/** The last step of a trace, with the number `stepId`. */
export function makeFinalStep(stepId: number, content: string): RunStep {
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
