import { afterEach, expect, test, vi } from 'vitest'
import { createToolServers, type ToolServersInput } from '../index.ts'
import { bindOne, context, http, OWNER, property } from '../testing/bind.ts'
import { startRawServer } from '../testing/start-raw-server.ts'

const closers: (() => Promise<unknown>)[] = []
afterEach(async () => {
  await Promise.all(closers.splice(0).map((close) => close()))
})

function open(input: Partial<ToolServersInput> = {}) {
  const servers = createToolServers({ fetch, ...input })
  closers.push(servers.close)
  return servers
}

async function raw() {
  const server = await startRawServer()
  closers.push(server.close)
  const count = (method: string) => server.methods().filter((entry) => entry === method).length
  return { server, count }
}

const KEYED = {
  type: 'object',
  properties: { key: { type: 'string', 'x-from': { header: 'x-key' } } },
  required: ['key'],
}

test('calls of one owner to one server in one configuration share a connection and a list', async () => {
  const { server, count } = await raw()
  const tool = await bindOne(open(), { connection: http(server.origin), toolName: 'echo' })
  await Promise.all([1, 2, 3].map((number) => tool.call({ text: String(number) }, context())))
  expect([count('initialize'), count('tools/list'), count('tools/call')]).toEqual([1, 1, 3])
})

test('concurrent callers share one list request, and a later caller gets a new list', async () => {
  const { server, count } = await raw()
  const servers = open()
  const connection = http(server.origin)
  const target = { ownerId: OWNER, toolServerId: 'acme/raw', connection, properties: [] }
  await Promise.all(Array.from({ length: 5 }, () => servers.listTools(target)))
  expect(count('tools/list')).toBe(1)
  await servers.listTools(target)
  expect(count('tools/list')).toBe(2)
})

test('callers that arrive while the connection is opened share it', async () => {
  const { server, count } = await raw()
  const tool = await bindOne(open(), { connection: http(server.origin), toolName: 'echo' })
  server.session = 'session-2'
  const first = tool.call({ text: 'a' }, context())
  expect((await first).status).toBe('ok')
  const results = await Promise.all(['b', 'c', 'd'].map((text) => tool.call({ text }, context())))
  expect(results.map((result) => result.status)).toEqual(['ok', 'ok', 'ok'])
  expect(count('initialize')).toBe(2)
})

test('another owner or another configuration never shares a connection', async () => {
  const { server, count } = await raw()
  const servers = open()
  const connection = http(server.origin, KEYED)
  const bind = (ownerId: string, key: string) =>
    bindOne(servers, { connection, toolName: 'echo', ownerId, properties: [property('key', key)] })
  const tools = [await bind(OWNER, 'one'), await bind(OWNER, 'two'), await bind('owner-2', 'one')]
  for (const tool of tools) await tool.call({ text: 'x' }, context())
  expect(count('initialize')).toBe(3)
  const keys = server.calls
    .filter(({ method }) => method === 'tools/call')
    .map(({ request }) => request.headers['x-key'])
  expect(keys).toEqual(['one', 'two', 'one'])
})

test('an idle connection is closed and its session ended; the next call opens another', async () => {
  const { server, count } = await raw()
  const tool = await bindOne(open({ idleMs: 30 }), { connection: http(server.origin), toolName: 'echo' })
  await vi.waitFor(() => expect(count('DELETE')).toBe(1))
  expect((await tool.call({ text: 'x' }, context())).status).toBe('ok')
  expect(count('initialize')).toBe(2)
})

test('a known revision is not probed again', async () => {
  const { server, count } = await raw()
  const tool = await bindOne(open({ idleMs: 20 }), { connection: http(server.origin), toolName: 'echo' })
  await vi.waitFor(() => expect(count('DELETE')).toBe(1))
  await tool.call({ text: 'x' }, context())
  expect([count('server/discover'), count('initialize')]).toEqual([1, 2])
})

test('a full pool closes idle connections, and refuses when all are in use', async () => {
  const { server, count } = await raw()
  const servers = open({ maxConnections: 1 })
  const bind = (ownerId: string) =>
    bindOne(servers, { connection: http(server.origin), toolName: 'echo', ownerId })
  await bind('owner-1')
  await bind('owner-2')
  await vi.waitFor(() => expect(count('DELETE')).toBe(1))

  const hanging = await startRawServer({ handlers: { initialize: () => null } })
  closers.push(hanging.close)
  const list = (url: string) =>
    servers.listTools({ ownerId: OWNER, toolServerId: 'x', connection: http(url), properties: [] })
  const pending = list(hanging.origin).catch(() => {})
  await vi.waitFor(() => expect(hanging.methods()).toContain('initialize'))
  await expect(list(server.origin)).rejects.toMatchObject({ code: 'unavailable' })
  await servers.close()
  await pending
})

test('an owner at the limit evicts their own connections only', async () => {
  const { server, count } = await raw()
  const servers = open({ maxConnectionsPerOwner: 1 })
  const bind = (ownerId: string, key: string) =>
    bindOne(servers, {
      connection: http(server.origin, KEYED),
      toolName: 'echo',
      ownerId,
      properties: [property('key', key)],
    })
  const other = await bind('owner-2', 'one')
  await bind(OWNER, 'one')
  await bind(OWNER, 'two')
  await vi.waitFor(() => expect(count('DELETE')).toBe(1))
  await other.call({ text: 'x' }, context())
  expect(count('initialize')).toBe(3)
})

test('close ends sessions and makes later calls fail', async () => {
  const { server, count } = await raw()
  const servers = open()
  const tool = await bindOne(servers, { connection: http(server.origin), toolName: 'echo' })
  await servers.close()
  expect(count('DELETE')).toBe(1)
  expect(await tool.call({ text: 'x' }, context())).toMatchObject({
    status: 'error',
    content: 'The service is shutting down.',
  })
})

test('a caller that aborts while the connection is opened does not affect the others', async () => {
  const { server } = await raw()
  const servers = open()
  const target = { ownerId: OWNER, toolServerId: 'x', connection: http(server.origin), properties: [] }
  const controller = new AbortController()
  const leaving = servers.listTools(target, controller.signal)
  const staying = servers.listTools(target)
  controller.abort(new Error('left'))
  await expect(leaving).rejects.toThrow('left')
  expect((await staying).map((tool) => tool.name)).toEqual(['echo'])
})
