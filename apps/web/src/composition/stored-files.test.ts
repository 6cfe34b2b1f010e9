import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { removeFilesNow } from '@parley/core/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type DataShell, openDataShell } from '../testing/open-data-shell.ts'
import { modelBehind } from '../testing/open-shell.ts'
import { createFolderBlobs } from './folder-blobs.ts'

let shell: DataShell

beforeAll(async () => {
  shell = await openDataShell()
  Object.assign(shell.deps, { blobs: createFolderBlobs(shell.folder) })
})
afterAll(() => shell.close())

const CSV = { name: 'shops', format: 'csv', content: 'city,n\nBern,1\nGenf,2\n' }
const upload = (token: string, name = 'shops') =>
  shell.fetch('POST', '/api/data_source', { token, body: { ...CSV, name } })
const storage = async (token: string) => (await shell.call('GET', '/usage', { token })).storage_bytes.used
const files = async (home: 'datasets' | 'artifacts') =>
  (await readdir(join(shell.folder, home), { recursive: true }).catch(() => [])).filter((path) =>
    path.includes('.'),
  )

/** Makes the retired versions a minute older by the clock of the database, and the running turns older than these. */
async function letMinutePass() {
  const { pool } = shell.deps.db
  await pool.query("update retired_versions set retired_at = retired_at - interval '1 minute'")
  await pool.query("update runs set created_at = '2020' || substr(created_at, 5) where status = 'running'")
}

/** A turn in which the model draws a chart. */
async function draw(token: string, session_id: string) {
  const encoding = { x: { field: 'n', type: 'quantitative' } }
  const chart_spec = JSON.stringify({ mark: 'point', encoding })
  const calls = [
    { name: 'execute_sql', arguments: { generated_sql: 'SELECT 1 AS n' } },
    { name: 'create_graph', arguments: { sql_results: '1', chart_spec } },
  ]
  shell.script(...calls.map((call) => ({ toolCalls: [call] })), 'Done.')
  const { run_id } = await shell.call('POST', '/chat/query', { token, body: { session_id, query: 'Draw' } })
  const { steps } = await shell.call('GET', `/chat/run/${run_id}`, { token })
  return steps.find(({ agent_name }: { agent_name: string }) => agent_name === 'create_graph')
}

test('charts count towards the storage of their owner, are refused beyond it, and leave room when their chat is deleted', async () => {
  const [alice, bob] = [await shell.signIn(), await shell.signIn()]
  const session = await shell.openSession(alice)
  await draw(alice, session)
  const used = await storage(alice)
  expect(used).toBeGreaterThan(1000)
  expect(await storage(bob)).toBe(0)

  const { quotas } = shell.deps.limits
  Object.assign(shell.deps.limits, { quotas: { ...quotas, storageBytes: used + 10 } })
  try {
    const refused = await upload(alice)
    expect([refused.status, JSON.parse(await refused.text()).message]).toEqual([
      413,
      expect.stringMatching(/Delete a data source or a chat with files first/),
    ])
    const stored = await files('artifacts')
    expect(stored).not.toEqual([])
    const graph = await draw(alice, await shell.openSession(alice))
    expect(graph.output.error).toMatch(/^Your files would take more than/)
    expect(await files('artifacts')).toEqual(stored)
    expect(await storage(alice)).toBe(used)
    expect((await upload(bob)).status).toBe(200)

    await shell.call('DELETE', `/chat/session/${session}`, { token: alice })
    expect(await storage(alice)).toBe(0)
    expect((await upload(alice)).status).toBe(200)
  } finally {
    Object.assign(shell.deps.limits, { quotas })
  }
})

test('the files of a deleted data source leave the disk within a minute, when no run holds them', async () => {
  const [alice, bob] = [await shell.signIn(), await shell.signIn()]
  const others = await files('datasets')
  const { id } = JSON.parse(await (await upload(alice)).text()).data
  const stored = await files('datasets')
  expect(stored.length).toBeGreaterThan(others.length)

  const gate = Promise.withResolvers<void>()
  shell.world.model = modelBehind(gate.promise, 'Later.')
  const session_id = await shell.openSession(bob)
  const answer = shell.call('POST', '/chat/query', { token: bob, body: { session_id, query: 'Wait' } })
  const running = "select 1 from runs where status = 'running'"
  await expect.poll(async () => (await shell.deps.db.pool.query(running)).rowCount).toBe(1)
  await shell.call('DELETE', `/data_source/${id}`, { token: alice })
  await letMinutePass()
  await removeFilesNow(shell.deps)
  expect(await files('datasets')).toEqual(stored)

  gate.resolve()
  await answer
  await removeFilesNow(shell.deps)
  expect(await files('datasets')).toEqual(others)
})

test('the files of a deleted chat leave the disk with the next round', async () => {
  const alice = await shell.signIn()
  await removeFilesNow(shell.deps)
  const before = await files('artifacts')
  const session = await shell.openSession(alice)
  await draw(alice, session)
  expect((await files('artifacts')).length).toBe(before.length + 2)
  await shell.call('DELETE', `/chat/session/${session}`, { token: alice })
  await removeFilesNow(shell.deps)
  expect(await files('artifacts')).toEqual(before)
})
