import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createCatalog, readCatalogFile } from '../index.ts'

let folder = ''
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'catalog-'))
})
afterAll(() => rm(folder, { recursive: true }))

async function file(content: unknown): Promise<string> {
  const path = join(folder, `${Math.random()}.json`)
  await writeFile(path, typeof content === 'string' ? content : JSON.stringify(content))
  return path
}

test('finds the built-in servers by every word, also of tool names', async () => {
  const catalog = createCatalog()
  const all = await catalog.search({ query: '', page: 1 })
  expect(all).toMatchObject({ page: 1, pageSize: 10, total: all.servers.length })
  expect(all.servers.length).toBeGreaterThanOrEqual(3)

  const found = await catalog.search({ query: 'ECHO  reference', page: 1 })
  expect(found.servers.map((server) => server.qualifiedName)).toEqual([
    '@modelcontextprotocol/server-everything',
  ])
  expect(Object.keys(found.servers[0] ?? {})).toEqual([
    'qualifiedName',
    'displayName',
    'description',
    'createdAt',
    'useCount',
    'homepage',
  ])
  expect((await catalog.search({ query: 'get-sum', page: 1 })).total).toBe(1)
  expect((await catalog.search({ query: 'echo', page: 2 })).servers).toEqual([])
})

test('every built-in server has an address on this machine and tools with object schemas', async () => {
  const catalog = createCatalog()
  const { servers } = await catalog.search({ query: '', page: 1 })
  for (const { qualifiedName } of servers) {
    const server = await catalog.server(qualifiedName)
    expect(new URL(server?.connections[0]?.deploymentUrl ?? '').hostname).toMatch(
      /^(127\.0\.0\.1|localhost)$/,
    )
    expect(server?.tools.length).toBeGreaterThan(0)
    expect(server?.tools.every((tool) => tool.inputSchema.type === 'object')).toBe(true)
  }
  expect(await catalog.server('unknown/nothing')).toBeNull()
})

test("the operator's entries come first and replace a built-in one of the same name", async () => {
  const entries = await readCatalogFile(
    await file({
      servers: [
        {
          qualifiedName: '@modelcontextprotocol/server-everything',
          displayName: 'Ours',
          connections: [{ deploymentUrl: 'https://tools.example.com/mcp' }],
        },
      ],
    }),
  )
  const catalog = createCatalog(entries)
  const { servers } = await catalog.search({ query: '', page: 1 })
  expect(servers[0]).toMatchObject({ displayName: 'Ours', useCount: 0 })
  expect(servers.filter((server) => server.qualifiedName === servers[0]?.qualifiedName)).toHaveLength(1)
  expect((await catalog.server('@modelcontextprotocol/server-everything'))?.connections).toEqual([
    { type: 'http', deploymentUrl: 'https://tools.example.com/mcp', configSchema: {} },
  ])
})

test.each([
  ['not json', 'The catalog of tool servers is missing or is not JSON.'],
  [[], 'The catalog of tool servers needs a list called servers.'],
  [{ servers: [{ displayName: 'x' }] }, 'Entry 1 of the catalog of tool servers has no qualifiedName.'],
  [
    { servers: [{ qualifiedName: 'x', connections: [{ type: 'stdio', command: 'sh' }] }] },
    'Entry 1 of the catalog of tool servers has no connection with a deploymentUrl.',
  ],
])('says what is wrong with a catalog file', async (content, message) => {
  await expect(readCatalogFile(await file(content))).rejects.toMatchObject({
    code: 'invalid_config',
    message,
  })
})
