import { afterEach, expect, test } from 'vitest'
import { createSmithery } from '../index.ts'
import { startScript, startServer } from '../testing/start-server.ts'

const closers: (() => Promise<void>)[] = []
afterEach(async () => {
  await Promise.all(closers.splice(0).map((close) => close()))
})

async function script(replies: Record<string, unknown>) {
  const server = await startScript(replies)
  closers.push(server.close)
  return server
}

test('reads a first-generation search, counts as text and links as null', async () => {
  const server = await script({
    '/servers?q=web+search&page=2&pageSize=10': {
      servers: [
        {
          id: 'x',
          qualifiedName: '@acme/search',
          displayName: 'Search',
          description: 'Searches the web',
          createdAt: '2025-02-03T04:05:06+01:00',
          useCount: '1234',
          homepage: null,
          isDeployed: true,
        },
        { displayName: 'nameless' },
        { qualifiedName: 'bare', homepage: 'javascript:alert(1)', useCount: null, createdAt: 'soon' },
      ],
      pagination: { currentPage: 2, pageSize: 10, totalPages: 5, totalCount: 42 },
    },
  })
  const registry = createSmithery({ fetch, url: server.origin, apiKey: 'key-1' })
  expect(await registry.search({ query: 'web search', page: 2 })).toEqual({
    servers: [
      {
        qualifiedName: '@acme/search',
        displayName: 'Search',
        description: 'Searches the web',
        createdAt: '2025-02-03T03:05:06.000Z',
        useCount: 1234,
        homepage: '',
      },
      {
        qualifiedName: 'bare',
        displayName: 'bare',
        description: '',
        createdAt: '1970-01-01T00:00:00.000Z',
        useCount: 0,
        homepage: '',
      },
    ],
    page: 2,
    pageSize: 10,
    total: 42,
  })
  expect(server.asked[0]?.headers.authorization).toBe('Bearer key-1')
})

test('reads first-generation details with nulls, and encodes the name once', async () => {
  const server = await script({
    '/servers/@acme/my%20search': {
      qualifiedName: '@acme/my search',
      displayName: 'Search',
      remote: true,
      iconUrl: null,
      deploymentUrl: 'https://server.smithery.ai/@acme/search',
      connections: [
        {
          type: 'http',
          deploymentUrl: 'https://server.smithery.ai/@acme/search',
          configSchema: { type: 'object' },
        },
        { type: 'stdio', configSchema: {}, stdioFunction: '() => ({command: "sh"})' },
      ],
      security: null,
      tools: null,
    },
  })
  const registry = createSmithery({ fetch, url: server.origin })
  expect(await registry.server('@acme/my search')).toEqual({
    qualifiedName: '@acme/my search',
    displayName: 'Search',
    remote: true,
    iconUrl: '',
    connections: [
      {
        type: 'http',
        deploymentUrl: 'https://server.smithery.ai/@acme/search',
        configSchema: { type: 'object' },
      },
      { type: 'stdio', deploymentUrl: '', configSchema: {} },
    ],
    security: { scanPassed: false },
    tools: [],
  })
  expect(server.asked[0]?.headers.authorization).toBeUndefined()
})

test('reads second-generation details, which have the address at the top level only', async () => {
  const server = await script({
    '/servers/acme/search': {
      qualifiedName: 'acme/search',
      namespace: 'acme',
      slug: 'search',
      bySmithery: false,
      displayName: 'Search',
      remote: true,
      iconUrl: 'https://example.com/icon.png',
      deploymentUrl: 'https://search.run.tools',
      connections: [
        {
          type: 'http',
          configSchema: {
            type: 'object',
            properties: { key: { type: 'string', 'x-from': { header: 'x-api-key' } } },
          },
        },
      ],
      security: { scanPassed: true },
      tools: [
        { name: 'find', description: null, inputSchema: { type: 'object' } },
        { description: 'nameless' },
      ],
      resources: [],
      prompts: [],
      eventTopics: [],
    },
  })
  const details = await createSmithery({ fetch, url: server.origin }).server('acme/search')
  expect(details?.connections[0]?.deploymentUrl).toBe('https://search.run.tools')
  expect(details?.security).toEqual({ scanPassed: true })
  expect(details?.tools).toEqual([{ name: 'find', description: '', inputSchema: { type: 'object' } }])
})

test('distinguishes an unknown name from a registry that is down', async () => {
  const unknown = await startServer((_request, response) => response.writeHead(404).end('{}'))
  closers.push(unknown.close)
  expect(await createSmithery({ fetch, url: unknown.origin }).server('unknown/nothing')).toBeNull()

  await unknown.close()
  const down = createSmithery({ fetch, url: unknown.origin })
  await expect(down.search({ query: '', page: 1 })).rejects.toMatchObject({
    code: 'upstream_failed',
    message: 'The Smithery registry cannot be reached right now. Try again later.',
  })
})

test.each([
  [401, "The Smithery registry refused this service's key. Ask the operator to set a valid one."],
  [503, 'The Smithery registry answered with an error. Try again later.'],
])('reports that the registry answered %i', async (status, message) => {
  const server = await startServer((_request, response) =>
    response.writeHead(status).end('<html>internal detail</html>'),
  )
  closers.push(server.close)
  const registry = createSmithery({ fetch, url: server.origin, apiKey: 'wrong' })
  await expect(registry.server('a/b')).rejects.toMatchObject({ code: 'upstream_failed', message })
})

test('refuses an endless reply and a reply that is not JSON', async () => {
  const endless = await startServer((_request, response) => {
    const write = () => {
      while (response.write('x'.repeat(65_536)));
    }
    response.on('drain', write)
    write()
  })
  closers.push(endless.close)
  await expect(
    createSmithery({ fetch, url: endless.origin }).search({ query: '', page: 1 }),
  ).rejects.toMatchObject({
    code: 'upstream_failed',
  })

  const text = await startServer((_request, response) => response.end('<html>'))
  closers.push(text.close)
  await expect(
    createSmithery({ fetch, url: text.origin }).search({ query: '', page: 1 }),
  ).rejects.toMatchObject({
    code: 'upstream_failed',
  })
})

test('fails with upstream_timeout when the time is over', async () => {
  const silent = await startServer(() => {})
  closers.push(silent.close)
  await expect(
    createSmithery({ fetch, url: silent.origin, timeoutMs: 30 }).server('a/b'),
  ).rejects.toMatchObject({
    code: 'upstream_timeout',
    message: 'The Smithery registry did not answer in time. Try again later.',
  })
})

test("a caller's signal ends the wait with its own reason", async () => {
  const silent = await startServer(() => {})
  closers.push(silent.close)
  const reason = new Error('the caller left')
  const controller = new AbortController()
  const pending = createSmithery({ fetch, url: silent.origin }).server('a/b', controller.signal)
  controller.abort(reason)
  await expect(pending).rejects.toBe(reason)
})

test('an overlong page, a deep schema and too many tools cost no more than their bounds', async () => {
  const many = Array.from({ length: 20_000 }, (_, index) => ({ qualifiedName: `s${index}` }))
  const tools = Array.from({ length: 5_000 }, (_, index) => ({ name: `t${index}`, inputSchema: {} }))
  const server = await script({
    '/servers?page=1&pageSize=10': { servers: many, pagination: { totalCount: 20_000 } },
    '/servers/deep': `{"qualifiedName":"deep","tools":[{"name":"t","inputSchema":${'{"a":'.repeat(50_000)}{}${'}'.repeat(50_001)}]}`,
    '/servers/wide': { qualifiedName: 'wide', tools },
  })
  const registry = createSmithery({ fetch, url: server.origin })
  expect((await registry.search({ query: '', page: 1 })).servers).toHaveLength(10)
  await expect(registry.server('deep')).rejects.toMatchObject({ code: 'upstream_failed' })
  expect((await registry.server('wide'))?.tools).toHaveLength(500)
})
