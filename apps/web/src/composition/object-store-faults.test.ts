import { readdir } from 'node:fs/promises'
import { scriptedModel } from '@parley/agent/testing'
import type { OwnerId } from '@parley/core'
import { eraseNow, lookAgainForErased } from '@parley/core/testing'
import type { S3Server } from '@parley/objects/testing'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { openReplicas, type Replica, type Replicas } from '../testing/open-replicas.ts'

let replicas: Replicas
let server: S3Server
let one: Replica
let two: Replica
let alice: string

beforeAll(async () => {
  replicas = await openReplicas()
  ;({ server, one, two } = replicas)
  alice = (await one.api.signIn()).token
})
afterEach(() => {
  server.fault = () => null
  server.hidden.clear()
})
afterAll(() => replicas.close())

async function send({ api }: Replica, [method = '', path = '']: string[], body?: object, bearer = alice) {
  const { status, body: reply } = await api.send(method, path, { bearer, ...(body && { body }) })
  expect([status, reply.message]).toEqual([200, undefined])
  return reply.data
}

const upload = (replica: Replica, name: string, bearer?: string) =>
  send(
    replica,
    ['POST', '/data_source'],
    { name, format: 'csv', content: 'town,price\nOslo,10\nBergen,30\n' },
    bearer,
  )

const SPEC = { mark: 'bar', encoding: { x: { field: 'town' }, y: { field: 'price', type: 'quantitative' } } }

async function openChat(bearer = alice): Promise<string> {
  const config = { provider: 'ollama', base_url: 'http://127.0.0.1:1/v1', model: 'm', name: 'C' }
  const { id } = await send(one, ['POST', '/llm_config'], config, bearer)
  const tools = ['execute_sql', 'create_graph'].map((tool_name) => ({
    tool_name,
    tool_server_id: 'parley',
    properties: [],
  }))
  const agent = { name: 'Analyst', model_config_id: id, tools }
  const { agent_id } = await send(one, ['POST', '/agent'], agent, bearer)
  return (await send(one, ['POST', '/chat/session/new'], { name: 'S', agent_id }, bearer)).session_id
}

/** A turn in which the model reads the table and draws it. Returns the answer and what its steps say. */
async function draw(replica: Replica, session_id: string, { table = '', bearer = alice } = {}) {
  const calls = [
    { name: 'execute_sql', arguments: { generated_sql: `SELECT town, price FROM ${table}` } },
    { name: 'create_graph', arguments: { sql_results: '1', chart_spec: JSON.stringify(SPEC) } },
  ]
  replicas.world.model = scriptedModel([...calls.map((call) => ({ toolCalls: [call] })), 'Done.']).model
  const answer = await send(replica, ['POST', '/chat/query'], { session_id, query: 'Draw' }, bearer)
  const run = await send(replica, ['GET', `/chat/run/${answer.run_id}`], undefined, bearer)
  return { answer, steps: run.steps.map(({ output }: { output: object }) => JSON.stringify(output)) }
}

test('a turn while the store is away ends with a sentence in its steps, and the next one reads and draws', async () => {
  await upload(one, 'prices')
  const session = await openChat()
  server.fault = () => 'away'
  const without = await draw(two, session, { table: 'prices' })
  expect([without.answer.status, without.answer.content]).toEqual(['ok', 'Done.'])
  expect(without.answer.artifacts ?? []).toEqual([])
  expect(without.steps[0]).toContain('The object store does not answer. Try again in a minute.')
  server.fault = () => null
  const again = await draw(two, session, { table: 'prices' })
  expect(again.steps[0]).toContain('Bergen')
  expect(again.answer.artifacts).toHaveLength(2)
  const { messages } = await send(one, ['GET', `/chat/session/${session}`])
  expect(messages.filter(({ role }: { role: string }) => role === 'assistant')).toHaveLength(2)
  expect([...one.api.faults, ...two.api.faults]).toEqual([])
})

test('a chart that cannot be stored is a step that says so, and leaves no object', async () => {
  await upload(one, 'towns')
  const session = await openChat()
  const before = server.objects.size
  server.fault = ({ method }) => (method === 'PUT' ? 'full' : null)
  const { answer, steps } = await draw(one, session, { table: 'towns' })
  expect(steps[0]).toContain('Bergen')
  expect(steps[1]).toContain('The object store has no space left.')
  expect(answer.artifacts ?? []).toEqual([])
  expect(server.objects.size).toBe(before)
})

test('a store that does its work and answers too late keeps one version, and deletes it once', async () => {
  const before = server.objects.size
  const lateOnce = () => {
    const seen = new Set<string>()
    server.fault = ({ method, key }) => {
      const request = `${method} ${key}`
      if (method === 'GET' || seen.has(request)) return null
      seen.add(request)
      return 'late'
    }
  }
  lateOnce()
  const { id } = await upload(one, 'late')
  const kept = server.objects.size - before
  expect(kept).toBeGreaterThan(0)
  expect((await send(two, ['GET', `/data_source/${id}/profile`])).row_count).toBe(2)
  lateOnce()
  await send(two, ['DELETE', `/data_source/${id}`])
  await one.data.removeRetiredFiles(new Date(Date.now() + 60_000))
  expect(server.objects.size).toBe(before)
})

test('a slow store delays one reader, and every other call is answered', async () => {
  const { id } = await upload(one, 'slow')
  server.fault = () => 'slow'
  const reading = send(two, ['GET', `/data_source/${id}/profile`])
  const listed = await send(two, ['GET', '/data_source'])
  expect(listed.data_sources.map(({ name }: { name: string }) => name)).toContain('slow')
  expect((await reading).row_count).toBe(2)
})

test('files of an erased person that lists do not show yet leave the store too: charts at once, tables when they are looked for again', async () => {
  const anna = await one.api.signIn()
  const bearer = anna.token
  await upload(one, 'annas', bearer)
  const chart = await draw(one, await openChat(bearer), { table: 'annas', bearer })
  expect(chart.answer.artifacts).toHaveLength(2)
  const home = one.data.homeOf(anna.userId as OwnerId)
  const left = () =>
    [...server.objects.keys()].filter((key) => key.includes(home) || key.includes(anna.userId))
  expect(left().length).toBeGreaterThan(3)
  for (const key of left()) server.hidden.add(key)
  await send(one, ['POST', '/account/erase'], { user_id: anna.address }, bearer)
  const lookAgain = lookAgainForErased(one.api.deps)
  await eraseNow(one.api.deps)
  expect(left().filter((key) => key.includes(anna.userId))).toEqual([])

  await lookAgain()
  server.hidden.clear()
  await lookAgain({ hoursLater: 25 })
  expect(left()).toEqual([])
  const copies = (await readdir(one.folder, { recursive: true })).filter((path) => path.includes(home))
  expect(copies).toEqual([])
})
