import { expect, test } from 'vitest'
import { createCatalog, withAddresses } from '../index.ts'

const registry = withAddresses(createCatalog())

test('the URL of a server finds that server, which takes a token', async () => {
  const url = 'https://tools.example.com/mcp'
  expect(await registry.search({ query: ` ${url} `, page: 1 })).toMatchObject({
    total: 1,
    servers: [{ qualifiedName: url, displayName: 'tools.example.com' }],
  })
  expect(await registry.server(url)).toMatchObject({
    qualifiedName: url,
    remote: true,
    security: { scanPassed: false },
    connections: [{ type: 'http', deploymentUrl: url, configSchema: { properties: { token: {} } } }],
    tools: [],
  })
})

test('words are still searched in the registry', async () => {
  expect((await registry.search({ query: 'echo reference', page: 1 })).servers).toHaveLength(1)
  expect(await registry.server('nobody/nothing')).toBeNull()
})

test.each([
  'https://me:secret@tools.example.com/mcp',
  'https://tools.example.com/mcp?api_key=secret',
  'https://tools.example.com/mcp#secret',
])('refuses %s, because names of servers are shown', async (url) => {
  await expect(registry.server(url)).rejects.toMatchObject({ code: 'invalid_request' })
  await expect(registry.search({ query: url, page: 1 })).rejects.toMatchObject({ code: 'invalid_request' })
})
