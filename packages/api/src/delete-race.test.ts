import { scriptedModel } from '@parley/agent/testing'
import { useTestDatabase } from '@parley/db/testing'
import { beforeAll, expect, test, vi } from 'vitest'
import { createTestApi, type TestApi } from './testing.ts'

const database = useTestDatabase()
let api: TestApi
beforeAll(async () => {
  api = createTestApi({ db: database.db, model: scriptedModel([]).model })
})

/** Runs `work` while another transaction has deleted the row, and commits the deletion once `work` waits for it. */
async function whileDeleting<T>(statement: string, values: unknown[], work: () => Promise<T>): Promise<T> {
  const { pool } = database.db
  const connection = await pool.connect()
  try {
    await connection.query('begin')
    await connection.query(statement, values)
    const result = work()
    await vi.waitFor(async () => {
      const { rows } = await pool.query(
        `select 1 from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`,
      )
      expect(rows).not.toEqual([])
    }, 20_000)
    await connection.query('commit')
    return await result
  } finally {
    connection.release()
  }
}

test('reports a configuration as missing when it is deleted while an agent is created with it', async () => {
  const bearer = (await api.signIn()).token
  const config = { provider: 'ollama', base_url: 'http://127.0.0.1:1/v1', model: 'm', name: 'C' }
  const { id } = (await api.send('POST', '/llm_config', { bearer, body: config })).body.data
  const body = { name: 'A', model_config_id: id, tools: [] }
  const reply = await whileDeleting('delete from llm_configs where id = $1', [id], () =>
    api.send('POST', '/agent', { bearer, body }),
  )
  expect(reply.status).toBe(400)
  expect(reply.body.message).toContain(`There is no LLM configuration ${id}`)
  expect(api.faults).toEqual([])
})

test('does not fail with internal when an agent is deleted while a session is opened with it', async () => {
  const bearer = (await api.signIn()).token
  const config = { provider: 'ollama', base_url: 'http://127.0.0.1:1/v1', model: 'm', name: 'C' }
  const { id } = (await api.send('POST', '/llm_config', { bearer, body: config })).body.data
  const agent = { name: 'A', model_config_id: id, tools: [] }
  const { agent_id } = (await api.send('POST', '/agent', { bearer, body: agent })).body.data
  const body = { name: 'S', agent_id }
  const reply = await whileDeleting('delete from agents where id = $1', [agent_id], () =>
    api.send('POST', '/chat/session/new', { bearer, body }),
  )
  expect([400, 404, 409]).toContain(reply.status)
  expect(api.faults).toEqual([])
})

test('does not fail with internal when a user is deleted while one of their records is written', async () => {
  const { token: bearer, userId } = await api.signIn()
  const body = { provider: 'ollama', base_url: 'http://127.0.0.1:1/v1', model: 'm', name: 'C' }
  const reply = await whileDeleting('delete from users where id = $1', [userId], () =>
    api.send('POST', '/llm_config', { bearer, body }),
  )
  expect(reply.status).toBe(409)
  expect(api.faults).toEqual([])
})
