import { afterEach, expect, test } from 'vitest'
import { createOfficialRegistry } from '../index.ts'
import { startScript } from '../testing/start-server.ts'

const closers: (() => Promise<void>)[] = []
afterEach(async () => {
  await Promise.all(closers.splice(0).map((close) => close()))
})

async function script(replies: Record<string, unknown>) {
  const server = await startScript(replies)
  closers.push(server.close)
  return server
}

const OFFICIAL = 'io.modelcontextprotocol.registry/official'

function entry(name: string, more: Record<string, unknown> = {}, status = 'active') {
  return {
    server: { name, description: `About ${name}`, version: '1.0.0', ...more },
    _meta: { [OFFICIAL]: { status, publishedAt: '2025-09-01T00:00:00Z', isLatest: true } },
  }
}

test('follows the cursor to a page and maps the entries', async () => {
  const names = Array.from({ length: 100 }, (_, index) => `org.example/s${index}`)
  const server = await script({
    '/v0.1/servers?version=latest&limit=100&search=s': {
      servers: names.map((name) => entry(name)),
      metadata: { nextCursor: 'abc:1', count: 100 },
    },
    '/v0.1/servers?version=latest&limit=100&search=s&cursor=abc%3A1': {
      servers: [
        entry('org.example/gone', {}, 'deleted'),
        entry('org.example/last', { title: 'Last', websiteUrl: 'https://example.org/last' }),
        entry('org.example/repo', { repository: { url: 'https://github.com/x/y', source: 'github' } }),
      ],
      metadata: { count: 3 },
    },
  })
  const registry = createOfficialRegistry({ fetch, url: server.origin })

  const first = await registry.search({ query: 's', page: 1 })
  expect(first.servers).toHaveLength(10)
  expect(first.total).toBeNull()

  const last = await registry.search({ query: 's', page: 11 })
  expect(last).toEqual({
    servers: [
      {
        qualifiedName: 'org.example/last',
        displayName: 'Last',
        description: 'About org.example/last',
        createdAt: '2025-09-01T00:00:00.000Z',
        useCount: 0,
        homepage: 'https://example.org/last',
      },
      {
        qualifiedName: 'org.example/repo',
        displayName: 'org.example/repo',
        description: 'About org.example/repo',
        createdAt: '2025-09-01T00:00:00.000Z',
        useCount: 0,
        homepage: 'https://github.com/x/y',
      },
    ],
    page: 11,
    pageSize: 10,
    total: 102,
  })
  expect(server.asked).toHaveLength(2)
})

test('maps remotes to connections and their inputs to a configuration schema', async () => {
  const server = await script({
    '/v0.1/servers/org.example%2Fweather/versions/latest': entry('org.example/weather', {
      icons: [{ src: 'https://example.org/i.png' }],
      packages: [{ registryType: 'npm', identifier: 'weather', transport: { type: 'stdio' } }],
      remotes: [
        {
          type: 'streamable-http',
          url: 'https://{tenant}.example.org/mcp',
          variables: { tenant: { description: 'Your tenant', isRequired: true } },
          headers: [
            {
              name: 'Authorization',
              value: 'Bearer {token}',
              variables: { token: { isRequired: true, isSecret: true } },
            },
            { name: 'X-Units', choices: ['metric', 'imperial'], default: 'metric', isRequired: true },
          ],
        },
        { type: 'sse', url: 'https://example.org/sse' },
      ],
    }),
  })
  const details = await createOfficialRegistry({ fetch, url: server.origin }).server('org.example/weather')
  expect(details).toEqual({
    qualifiedName: 'org.example/weather',
    displayName: 'org.example/weather',
    remote: true,
    iconUrl: 'https://example.org/i.png',
    connections: [
      {
        type: 'http',
        deploymentUrl: 'https://{tenant}.example.org/mcp',
        configSchema: {
          type: 'object',
          properties: {
            tenant: { type: 'string', description: 'Your tenant', 'x-from': { url: 'tenant' } },
            token: {
              type: 'string',
              format: 'password',
              'x-from': { header: 'Authorization', template: 'Bearer {token}' },
            },
            'X-Units': {
              type: 'string',
              default: 'metric',
              enum: ['metric', 'imperial'],
              'x-from': { header: 'X-Units' },
            },
          },
          required: ['tenant', 'token'],
        },
      },
      {
        type: 'sse',
        deploymentUrl: 'https://example.org/sse',
        configSchema: { type: 'object', properties: {}, required: [] },
      },
    ],
    security: { scanPassed: false },
    tools: [],
  })
})

test('a deleted server is unknown', async () => {
  const server = await script({
    '/v0.1/servers/org.example%2Fgone/versions/latest': entry('org.example/gone', {}, 'deleted'),
  })
  expect(await createOfficialRegistry({ fetch, url: server.origin }).server('org.example/gone')).toBeNull()
})
