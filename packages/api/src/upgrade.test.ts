import { randomUUID } from 'node:crypto'
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { scriptedModel } from '@parley/agent/testing'
import { applyMigrations, openDatabase } from '@parley/db'
import { createEmptyDatabase } from '@parley/db/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestApi } from './testing.ts'

const MIGRATIONS = join(import.meta.dirname, '../../../prisma/migrations')
/** Every state of the schema that was released, by its last migration. */
const STATES = readdirSync(MIGRATIONS)
  .filter((name) => existsSync(join(MIGRATIONS, name, 'migration.sql')))
  .sort()

/** The one migration that demanded a column of former releases; since then migrations only add. */
const DEMANDS_OWNER = '20261122130000_add_run_owner'

/** A user with one of everything, in the columns of the first release. */
const SEED = `
  INSERT INTO users (id, wallet_address, wallet_key) VALUES ($1, $4, $4);
  INSERT INTO llm_configs (user_id, provider, model, base_url, params, name, description)
    VALUES ($1, 'ollama', 'm', 'http://127.0.0.1:1/v1', '{}', 'Model of $5', '');
  INSERT INTO agents (id, user_id, name, description, model_config_id, tools)
    SELECT $2, $1, 'Agent of $5', '', id, '[]' FROM llm_configs WHERE user_id = $1;
  INSERT INTO sessions (id, user_id, agent_id, persona_id, name, last_sequence) VALUES ($3, $1, $2, 1, 'Chat of $5', 2);
  INSERT INTO runs (id, session_id, status, lease_expires_at, input_tokens, output_tokens, finished_at)
    VALUES ($3, $3, 'ok', now(), 7, 5, iso_now());
  INSERT INTO steps (run_id, step_id, agent_name, output, status, created_at, duration_ms)
    VALUES ($3, 1, 'final_response', '{"content":"Answer of $5"}', 'ok', '2026-11-21T14:00:00.000Z', 3);
  INSERT INTO messages (session_id, sequence, role, content) VALUES ($3, 1, 'user', 'Question of $5');
  INSERT INTO messages (session_id, sequence, role, content, type, status, run_id, artifacts)
    VALUES ($3, 2, 'assistant', 'Answer of $5', 'message', 'ok', '$6', '[]');
  INSERT INTO data_sources (id, user_id, name, kind, description, tables, bytes)
    VALUES ($2, $1, 'old', 'file', '', '[]', 0);
  INSERT INTO personas (user_id, name, description, instructions) VALUES ($1, 'Persona of $5', '', 'Be brief.');`

type Seeded = {
  readonly state: string
  readonly userId: string
  readonly agentId: string
  readonly sessionId: string
}

let empty: Awaited<ReturnType<typeof createEmptyDatabase>>
let db: ReturnType<typeof openDatabase>
let seeded: readonly Seeded[]
beforeAll(async () => {
  empty = await createEmptyDatabase()
  db = openDatabase({ url: empty.url, poolSize: 4 })
  const users: Seeded[] = []
  for (const state of STATES) {
    expect(await applyMigrations(empty.url, MIGRATIONS, { upTo: state })).toEqual([state])
    users.push(await seed(state))
  }
  seeded = users
})
afterAll(async () => {
  await db.close()
  await empty.drop()
})

/** Stores the records of a user as a release of this state did. */
async function seed(state: string): Promise<Seeded> {
  const [userId, agentId, sessionId] = [randomUUID(), randomUUID(), randomUUID()]
  const wallet = `0x${userId.replaceAll('-', '').padEnd(40, '0')}`
  const values = [userId, agentId, sessionId, wallet].map((value) => `'${value}'`)
  const text = [...values, state, sessionId].reduce(
    (sql, value, index) => sql.replaceAll(`$${index + 1}`, value),
    SEED,
  )
  const columns = state < DEMANDS_OWNER ? text : withOwner(text, userId)
  await db.pool.query(columns)
  return { state, userId, agentId, sessionId }
}

function withOwner(text: string, userId: string): string {
  return text
    .replace('INSERT INTO runs (id,', 'INSERT INTO runs (user_id, id,')
    .replace(/(finished_at\)\s+VALUES \()/, `$1'${userId}', `)
}

test('a user of every released state of the schema finds everything again and goes on, after all later migrations', async () => {
  expect(await applyMigrations(empty.url, MIGRATIONS)).toEqual([])
  const world = { db, model: scriptedModel([]).model }
  const api = createTestApi(world)
  for (const { state, userId, agentId, sessionId } of seeded) {
    const bearer = await api.deps.accessTokens.sign(
      userId as Parameters<typeof api.deps.accessTokens.sign>[0],
    )
    const get = async (path: string) => {
      const reply = await api.send('GET', path, { bearer })
      expect(reply.status, `${state}: GET ${path}: ${reply.body.message}`).toBe(200)
      return reply.body.data
    }
    const shown = [
      [`/agent/${agentId}`, `Agent of ${state}`],
      ['/llm_config', `Model of ${state}`],
      ['/chat/session', `Chat of ${state}`],
      [`/chat/session/${sessionId}`, `Answer of ${state}`],
      ['/chat/run', sessionId],
      [`/chat/run/${sessionId}`, `Answer of ${state}`],
      ['/data_source', '"old"'],
      ['/persona', `Persona of ${state}`],
    ] as const
    for (const [path, content] of shown) expect(JSON.stringify(await get(path)), path).toContain(content)
    world.model = scriptedModel(['It goes on.']).model
    const body = { session_id: sessionId, query: 'And now?' }
    const answer = await api.send('POST', '/chat/query', { bearer, body })
    expect(answer.body).toMatchObject({ status: 'ok', data: { content: 'It goes on.' } })
    expect((await get(`/chat/session/${sessionId}`)).messages).toHaveLength(4)
  }
  expect(api.faults).toEqual([])
})
