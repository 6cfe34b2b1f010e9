import { randomUUID } from 'node:crypto'
import { McpServer as OlderServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js'
import { createMcpHandler, McpServer as NewerServer } from '@modelcontextprotocol/server'
import { afterEach, expect, test, vi } from 'vitest'
import * as z from 'zod'
import { createToolServers, handleNodeRequest } from '../index.ts'
import { bindOne, context, http } from '../testing/bind.ts'
import { sendJson, startRawServer } from '../testing/start-raw-server.ts'
import { startServer } from '../testing/start-server.ts'

const closers: (() => Promise<unknown>)[] = []
afterEach(async () => {
  await Promise.all(closers.splice(0).map((close) => close()))
})

const METHODS: string[] = []
const INPUT = { a: z.number(), b: z.number() }
const OUTPUT = { sum: z.number() }
const CONFIG = { description: 'Adds', inputSchema: INPUT, outputSchema: OUTPUT }
const sumOf = ({ a, b }: { a: number; b: number }) => ({
  content: [{ type: 'text' as const, text: String(a + b) }],
  structuredContent: { sum: a + b },
})

/** A server with sessions, written with the SDK of the handshake revisions. */
async function startOlder(): Promise<string> {
  const sessions = new Map<string, StreamableHTTPServerTransport>()
  const server = await startServer(async (request, response) => {
    METHODS.push(String(request.headers['mcp-method'] ?? request.method))
    const held = sessions.get(String(request.headers['mcp-session-id']))
    if (held) return held.handleRequest(request, response)
    const transport = new StreamableHTTPServerTransport({
      sessionIdGenerator: randomUUID,
      onsessioninitialized: (id) => void sessions.set(id, transport),
    })
    const older = new OlderServer({ name: 'older', version: '1' })
    older.registerTool('add', CONFIG, sumOf)
    await older.connect(transport)
    return transport.handleRequest(request, response)
  })
  closers.push(server.close)
  return `${server.origin}/mcp`
}

/** A server of the newest revision that refuses every other. */
async function startNewer(): Promise<string> {
  const handler = createMcpHandler(
    () => {
      const newer = new NewerServer({ name: 'newer', version: '1' })
      newer.registerTool(
        'add',
        { ...CONFIG, inputSchema: z.object(INPUT), outputSchema: z.object(OUTPUT) },
        sumOf,
      )
      return newer
    },
    { legacy: 'reject' },
  )
  const server = await startServer((request, response) => {
    METHODS.push(String(request.headers['mcp-method'] ?? request.method))
    return handleNodeRequest(request, response, handler.fetch)
  })
  closers.push(server.close)
  return `${server.origin}/mcp`
}

test.each([
  ['of the handshake revisions, with sessions', startOlder],
  ['of the newest revision only', startNewer],
])('a server %s lists, pins and answers in structured content', async (_name, start) => {
  METHODS.length = 0
  const servers = createToolServers({ fetch })
  closers.push(servers.close)
  const tool = await bindOne(servers, { connection: http(await start()), toolName: 'add' })
  expect(tool.parameters).toMatchObject({ required: ['a', 'b'], properties: { a: { type: 'number' } } })
  const results = await Promise.all([1, 2, 3].map((a) => tool.call({ a, b: 1 }, context())))
  expect(results).toEqual(
    [2, 3, 4].map((sum) => ({ status: 'ok', output: { sum }, content: `{"sum":${sum}}` })),
  )
  expect(METHODS.filter((method) => method === 'server/discover')).toHaveLength(1)
})

test("a result that breaks the server's own output schema is an error, one without structure is not", async () => {
  const results = [
    { content: [], structuredContent: { sum: 'three' } },
    { content: [{ type: 'text', text: '3' }] },
  ]
  const tool = {
    name: 'add',
    inputSchema: { type: 'object' },
    outputSchema: { type: 'object', properties: { sum: { type: 'number' } }, required: ['sum'] },
  }
  const raw = await startRawServer({
    tools: () => [tool],
    handlers: {
      'tools/call': (call) => {
        sendJson(call, { result: results.shift() ?? {} })
        return null
      },
    },
  })
  closers.push(raw.close)
  const servers = createToolServers({ fetch })
  closers.push(servers.close)
  const bound = await bindOne(servers, { connection: http(raw.origin), toolName: 'add' })
  expect(await bound.call({}, context())).toMatchObject({
    status: 'error',
    content: expect.stringContaining('does not match its own output schema'),
  })
  expect(await bound.call({}, context())).toMatchObject({ status: 'ok', output: { content: '3' } })
})

test('all requests use the given fetch', async () => {
  const refused = vi.fn(async () => {
    throw new TypeError('not allowed')
  })
  const servers = createToolServers({ fetch: refused })
  closers.push(servers.close)
  const url = await startNewer()
  METHODS.length = 0
  await expect(bindOne(servers, { connection: http(url), toolName: 'add' })).rejects.toMatchObject({
    code: 'upstream_failed',
  })
  expect(refused).toHaveBeenCalled()
  expect(METHODS).toEqual([])
})
