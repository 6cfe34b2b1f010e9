import { afterEach, expect, test } from 'vitest'
import { createToolServers, type RegistryServer, type ServerConnection, validateBinding } from '../index.ts'
import { http, OWNER, property } from '../testing/bind.ts'
import { startRawServer } from '../testing/start-raw-server.ts'

const closers: (() => Promise<unknown>)[] = []
afterEach(async () => {
  await Promise.all(closers.splice(0).map((close) => close()))
})

const CONFIG = {
  type: 'object',
  properties: {
    apiKey: { type: 'string' },
    rows: { type: 'integer' },
    mode: { type: 'string', default: 'fast' },
    nested: { type: 'object', properties: { depth: { type: 'integer' } } },
  },
  required: ['apiKey', 'mode'],
}

function details(overrides: Partial<RegistryServer> = {}): RegistryServer {
  return {
    qualifiedName: 'acme/search',
    displayName: 'Search',
    remote: true,
    iconUrl: '',
    connections: [http('https://search.example/mcp', CONFIG)],
    security: { scanPassed: true },
    tools: [
      {
        name: 'find',
        description: '',
        inputSchema: { type: 'object', properties: { query: { type: 'string' } }, required: ['query'] },
      },
      { name: 'stats', description: '', inputSchema: { type: 'object' } },
    ],
    ...overrides,
  }
}

const KEY = property('apiKey', 'sk-1')
const check = (properties = [KEY], toolName = 'find', server: RegistryServer | null = details()) =>
  validateBinding({ toolServerId: 'acme/search', toolName, properties }, server)

test('accepts a binding that fits', () => {
  expect(check()).toBeNull()
  expect(
    check([KEY, property('rows', '5'), property('nested.depth', '2'), property('query', 'always this')]),
  ).toBeNull()
})

test.each([
  ['no such server', [KEY], 'find', null, 'There is no tool server "acme/search".'],
  [
    'no such tool',
    [KEY],
    'fnid',
    details(),
    'The tool server "acme/search" has no tool "fnid". It has: find, stats.',
  ],
  [
    'a missing property',
    [],
    'find',
    details(),
    'Tool "find" of tool server "acme/search": the property "apiKey" is missing.',
  ],
  [
    'an empty one',
    [property('apiKey', '')],
    'find',
    details(),
    'Tool "find" of tool server "acme/search": the property "apiKey" is missing.',
  ],
  [
    'a wrong type',
    [KEY, property('rows', 'many')],
    'find',
    details(),
    'Tool "find" of tool server "acme/search": the property "rows" must be an integer.',
  ],
  [
    'an unknown property',
    [KEY, property('colour', 'red')],
    'find',
    details(),
    'Tool "find" of tool server "acme/search": there is no property called "colour" to set.',
  ],
  [
    'a server that only runs locally',
    [KEY],
    'find',
    details({ connections: [{ type: 'stdio', deploymentUrl: '', configSchema: {} }] }),
    'The tool server "acme/search" cannot be used: it has no address to connect to.',
  ],
])('names %s in a sentence', (_name, properties, toolName, server, message) => {
  expect(check(properties, toolName, server)).toBe(message)
})

test('leaves the tool to the server when the registry lists no tools', () => {
  const server = details({ tools: [] })
  expect(check([KEY, property('anything', 'x')], 'whatever', server)).toBeNull()
  expect(check([], 'whatever', server)).toContain('the property "apiKey" is missing')
})

test('pinning reads the tool from the server itself', async () => {
  const raw = await startRawServer()
  const servers = createToolServers({ fetch })
  closers.push(raw.close, servers.close)
  const pin = (toolName: string, connections: ServerConnection[] = [http(raw.origin)]) =>
    servers.pinBinding({
      ownerId: OWNER,
      binding: { toolServerId: 'acme/raw', toolName, properties: [] },
      details: details({ qualifiedName: 'acme/raw', connections, tools: [] }),
    })

  expect(await pin('echo')).toMatchObject({
    kind: 'pinned',
    binding: {
      toolName: 'echo',
      connection: { deploymentUrl: raw.origin },
      pin: {
        hash: expect.stringMatching(/^sha256:[0-9a-f]{64}$/),
        tool: { name: 'echo', description: 'Says it again' },
      },
    },
  })
  expect(await pin('nothing')).toEqual({
    kind: 'problem',
    message: 'The tool server "acme/raw" has no tool "nothing". It has: echo.',
  })
  await expect(pin('echo', [http('http://127.0.0.1:9/mcp')])).rejects.toMatchObject({
    code: 'upstream_failed',
    message: 'Tool server "acme/raw": The tool server cannot be reached.',
  })
})

test("adds the server's tools to details without tools when the server can be reached", async () => {
  const raw = await startRawServer()
  const servers = createToolServers({ fetch })
  closers.push(raw.close, servers.close)
  const fill = (overrides: Partial<RegistryServer>) =>
    servers.fillTools({ ownerId: OWNER, details: details({ tools: [], ...overrides }) })

  expect((await fill({ connections: [http(raw.origin)] })).tools.map((tool) => tool.name)).toEqual(['echo'])
  expect((await fill({ connections: [http(raw.origin, CONFIG)] })).tools).toEqual([])
  expect((await fill({ connections: [http('http://127.0.0.1:9/')] })).tools).toEqual([])
  const known = details()
  expect(await servers.fillTools({ ownerId: OWNER, details: known })).toBe(known)
})
