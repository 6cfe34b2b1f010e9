import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Tool } from '@parley/agent'
import { scriptedModel } from '@parley/agent/testing'
import { createTestApi, type TestApi } from '@parley/api/testing'
import { useTestDatabase } from '@parley/db/testing'
import { connectModern, connectOlder } from '@parley/mcp/testing/clients'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import type { Mount } from '../shell/create-shell.ts'
import { openTestShell } from '../testing/open-shell.ts'
import { mountToolServer } from './mount-tool-server.ts'

const noInput = { type: 'object', properties: {} }
const PICTURE = Buffer.from('89504e470d0a1a0a', 'hex')

const database = useTestDatabase()
let api: TestApi
let server: Server
let url: string
let alice: string
let bob: string
const world: Parameters<typeof createTestApi>[0] = {
  db: undefined as never,
  model: scriptedModel([]).model,
  tools: (saveArtifact): Tool[] => [
    {
      name: 'find_metadata',
      description: '',
      parameters: noInput,
      call: async () => ({ status: 'ok', output: { data: [] }, content: '[]' }),
    },
    {
      name: 'create_graph',
      description: '',
      parameters: noInput,
      call: async () => {
        const file = { name: 'chart.png', mediaType: 'image/png', bytes: PICTURE }
        const artifacts = [await saveArtifact(file)]
        return { status: 'ok', output: { data: 'Drawn.', artifacts }, content: 'Drawn.' }
      },
    },
  ],
}

beforeAll(async () => {
  api = createTestApi(Object.assign(world, { db: database.db }))
  const mount = mountToolServer(api.deps, { origin: api.deps.origin, mode: 'local' })
  server = createServer((request, response) => void mount(request, response)).listen(0, '127.0.0.1')
  await once(server, 'listening')
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`
  alice = (await api.signIn()).token
  bob = (await api.signIn()).token
  const config = { provider: 'ollama', base_url: 'http://127.0.0.1:1/v1', model: 'm', name: 'C' }
  const { id } = (await api.send('POST', '/llm_config', { bearer: alice, body: config })).body.data
  const tools = [{ tool_name: 'create_graph', tool_server_id: 'parley' }]
  const body = { name: 'Painter', description: 'Draws.', model_config_id: id, tools }
  expect((await api.send('POST', '/agent', { bearer: alice, body })).status).toBe(200)
})
afterAll(async () => {
  server.closeAllConnections()
  server.close()
})

const OWN = ['find_metadata', 'create_graph', 'export_definitions', 'import_definitions']
const ASK = { name: 'ask_painter', arguments: { question: 'Draw.' } }

async function askModern(onprogress: () => void) {
  const client = await connectModern(url, alice)
  return client.callTool(ASK, { onprogress }).finally(() => client.close())
}

async function askOlder(onprogress: () => void) {
  const client = await connectOlder(url, alice)
  return client.callTool(ASK, undefined, { onprogress }).finally(() => client.close())
}

describe.each([
  ['the newest revision', connectModern, askModern],
  ['a handshake revision', connectOlder, askOlder],
])('a client of %s', (_what, connect, ask) => {
  test('lists data tools and agents with what they do', async () => {
    const client = await connect(url, alice)
    const { tools } = await client.listTools()
    expect(tools.map(({ name }) => name)).toEqual([...OWN, 'ask_painter'])
    expect(tools.map(({ annotations }) => annotations)).toMatchObject([
      { readOnlyHint: true, openWorldHint: false },
      { readOnlyHint: false, destructiveHint: false },
      { readOnlyHint: true, openWorldHint: false },
      { readOnlyHint: false, destructiveHint: true },
      { title: 'Ask Painter', readOnlyHint: false, openWorldHint: true },
    ])
    await client.close()
  })

  test('asks an agent, sees how far it is, and gets what it drew', async () => {
    world.model = scriptedModel([
      { toolCalls: [{ name: 'create_graph', arguments: {} }] },
      'See above.',
    ]).model
    const onprogress = vi.fn()
    const reply = await ask(onprogress)
    expect(reply.content).toEqual([
      { type: 'text', text: 'See above.' },
      { type: 'image', mimeType: 'image/png', data: PICTURE.toString('base64') },
    ])
    expect(onprogress).toHaveBeenCalledWith(expect.objectContaining({ message: 'Calling create_graph' }))
  })

  test('lets only the owner of a run read its artifacts', async () => {
    world.model = scriptedModel([
      { toolCalls: [{ name: 'create_graph', arguments: {} }] },
      'See above.',
    ]).model
    const { structuredContent } = await ask(() => {})
    const { artifacts } = structuredContent as { artifacts: string[] }
    const uri = `${api.deps.origin}/api/${artifacts[0]}`
    const [owners, others] = [await connect(url, alice), await connect(url, bob)]
    expect((await owners.readResource({ uri })).contents).toMatchObject([
      { uri, mimeType: 'image/png', blob: PICTURE.toString('base64') },
    ])
    await expect(others.readResource({ uri })).rejects.toThrow()
    await owners.close()
    await others.close()
  })

  test('of another user sees none of it', async () => {
    const client = await connect(url, bob)
    const { tools } = await client.listTools()
    expect(tools.map(({ name }) => name)).toEqual(OWN)
    await expect(client.callTool({ name: 'ask_painter', arguments: { question: 'Draw.' } })).rejects.toThrow(
      'Unknown tool',
    )
    await client.close()
  })

  test('without a credential is turned away', async () => {
    await expect(connect(url)).rejects.toThrow()
    await expect(connect(url, 'prl_nothing')).rejects.toThrow()
  })
})

test.each([
  [['chat'], ['ask_painter']],
  [['read'], ['find_metadata', 'create_graph', 'export_definitions']],
  [['read', 'manage'], OWN],
])('a key with the scopes %s is offered %s', async (scopes, offered) => {
  const client = await connectModern(url, await createKey(scopes))
  expect((await client.listTools()).tools.map(({ name }) => name)).toEqual(offered)
  await client.close()
})

test.each([['manage'], ['secrets']])('a key with the scope %s alone is refused', async (scope) => {
  const authorization = `Bearer ${await createKey([scope])}`
  const reply = await fetch(url, { method: 'POST', headers: { authorization }, body: '{}' })
  expect(reply.status).toBe(403)
})

async function createKey(scopes: readonly string[]): Promise<string> {
  const reply = await api.send('POST', '/apikeys', { bearer: alice, body: { name: 'CI', scopes } })
  return reply.body.data.secret
}

test('a credential is asked for as the protocol says', async () => {
  const reply = await fetch(url, { method: 'POST', body: '{}' })
  expect(reply.status).toBe(401)
  expect(reply.headers.get('www-authenticate')).toBe('Bearer')
})

test('many calls of one client leave no warning of too many listeners', async () => {
  const warnings: Error[] = []
  const collect = (warning: Error) => void warnings.push(warning)
  process.on('warning', collect)
  const mounts: Record<string, Mount> = {}
  const shell = await openTestShell({ mounts })
  mounts['/mcp'] = mountToolServer(shell.deps, { origin: shell.deps.origin, mode: 'local' })
  Object.assign(shell.world, { tools: world.tools })
  const token = await shell.signIn()
  for (const connect of [connectModern, connectOlder]) {
    const client = await connect(`http://127.0.0.1:${shell.port}/mcp`, token)
    const call = () => client.callTool({ name: 'find_metadata', arguments: {} })
    for (let count = 0; count < 20; count++) expect(await call()).not.toMatchObject({ isError: true })
    await Promise.all(Array.from({ length: 20 }, call))
    await client.close()
  }
  // Node.js emits a warning in a later turn of the event loop.
  await new Promise(setImmediate)
  await shell.close()
  process.off('warning', collect)
  expect(warnings).toEqual([])
})
