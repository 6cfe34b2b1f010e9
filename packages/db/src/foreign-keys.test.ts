import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { beforeAll, describe, expect, test } from 'vitest'
import { createAgent, deleteAgent, updateAgent } from './agent.ts'
import { createApproval } from './approval.ts'
import { deleteLlmConfig, listLlmConfigs } from './llm-config.ts'
import { DEFAULT_OWNER, type OwnerId } from './owner.ts'
import { createPersona } from './persona.ts'
import { replaceTemplates } from './replace-templates.ts'
import { createSession, updateSession } from './session.ts'
import {
  createTestAgent,
  createTestConfig,
  createTestSession,
  createTestUser,
  useTestDatabase,
} from './testing.ts'
import { saveToolSignIn } from './tool-sign-in.ts'

const database = useTestDatabase()
let owner: OwnerId

beforeAll(async () => {
  owner = await createTestUser(database.db)
})

/** Runs `call` while another connection has changed a row without committing; commits once the call waits for it. */
async function raceWith<Result>(
  sql: string,
  values: unknown[],
  call: () => Promise<Result>,
): Promise<Result> {
  const { pool } = database.db
  const other = await pool.connect()
  try {
    await other.query('begin')
    const { rows } = await other.query('select pg_backend_pid() as pid')
    await other.query(sql, values)
    let isSettled = false
    const outcome = Promise.allSettled([call()]).finally(() => {
      isSettled = true
    })
    const waiting = 'select from pg_stat_activity where $1 = any(pg_blocking_pids(pid))'
    while (!isSettled && (await pool.query(waiting, [rows[0].pid])).rowCount === 0) await wait(5)
    expect(isSettled).toBe(false)
    await other.query('commit')
    const [result] = await outcome
    if (result.status === 'rejected') throw result.reason
    return result.value
  } finally {
    other.release(true)
  }
}

const fields = { name: 'Agent', description: '', tools: [] }

describe('a record that is deleted while another record starts to refer to it', () => {
  test('an agent is not created with an LLM configuration that is being deleted', async () => {
    const { id: modelConfigId } = await createTestConfig(database.db, owner)
    const call = () => createAgent(database.db, owner, { ...fields, modelConfigId })
    expect(await raceWith('delete from llm_configs where id = $1', [modelConfigId], call)).toBe(null)
  })

  test('an agent does not change to an LLM configuration that is being deleted', async () => {
    const { id } = await createTestAgent(database.db, owner)
    const { id: modelConfigId } = await createTestConfig(database.db, owner)
    const call = () => updateAgent(database.db, owner, { id, modelConfigId })
    expect(await raceWith('delete from llm_configs where id = $1', [modelConfigId], call)).toBe(
      'missing_config',
    )
  })

  test('a session is not created with an agent that is being deleted', async () => {
    const { id: agentId } = await createTestAgent(database.db, owner)
    const call = () => createSession(database.db, owner, { name: 'S', personaId: 1, agentId })
    expect(await raceWith('delete from agents where id = $1', [agentId], call)).toBe(null)
  })

  test('a session does not change to an agent that is being deleted', async () => {
    const { id } = await createTestSession(database.db, owner)
    const { id: agentId } = await createTestAgent(database.db, owner)
    const call = () => updateSession(database.db, owner, { id, agentId })
    expect(await raceWith('delete from agents where id = $1', [agentId], call)).toEqual({
      kind: 'missing_agent',
    })
  })

  test('an LLM configuration is in use once an agent is created with it at the same moment', async () => {
    const { id } = await createTestConfig(database.db, owner)
    const insert = `insert into agents (user_id, name, description, model_config_id, tools) values ($1, '', '', $2, '[]')`
    const call = () => deleteLlmConfig(database.db, owner, id)
    expect(await raceWith(insert, [owner, id], call)).toBe('in_use')
  })

  test('an agent has a session once one is created with it at the same moment', async () => {
    const { id } = await createTestAgent(database.db, owner)
    const insert = `insert into sessions (user_id, agent_id, persona_id, name) values ($1, $2, 1, '')`
    const call = () => deleteAgent(database.db, owner, id)
    expect(await raceWith(insert, [owner, id], call)).toBe('has_sessions')
  })

  test('a template that an agent starts to use while it is replaced is kept, and the others are replaced', async () => {
    const template = { provider: 'openai', model: 'm', baseUrl: null, params: {}, description: '' }
    const { db } = database
    await replaceTemplates(db, [{ ...template, name: 'Old' }])
    const [old] = await listLlmConfigs(db, DEFAULT_OWNER)
    const insert = `insert into agents (user_id, name, description, model_config_id, tools) values ($1, '', '', $2, '[]')`
    const call = () => replaceTemplates(db, [{ ...template, name: 'New' }])
    await raceWith(insert, [owner, old?.id], call)
    expect((await listLlmConfigs(db, DEFAULT_OWNER)).map(({ name }) => name)).toEqual(['Old', 'New'])
  })
})

describe('a write for a user who no longer exists is a conflict, not an internal error', () => {
  const gone = () => randomUUID() as OwnerId

  test('in a Prisma call', async () => {
    const persona = { name: 'P', description: '', instructions: '' }
    await expect(createPersona(database.db, gone(), persona)).rejects.toMatchObject({ code: 'conflict' })
  })

  test('in a prepared statement', async () => {
    const record = { toolServerId: 'server', recordCipher: Buffer.from('sealed') }
    await expect(saveToolSignIn(database.db, gone(), record)).rejects.toMatchObject({ code: 'conflict' })
    const approval = {
      runId: randomUUID(),
      stepId: 1,
      toolServerId: 'server',
      toolName: 'tool',
      argumentsCipher: Buffer.from('sealed'),
    }
    await expect(createApproval(database.db, gone(), approval)).rejects.toMatchObject({ code: 'conflict' })
  })
})
