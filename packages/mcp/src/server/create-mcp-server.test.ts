import { Secret } from '@parley/domain'
import { AppError } from '@parley/errors'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { createMcpServer, createToolServers, handleNodeRequest, type ServedTool } from '../index.ts'
import { bindOne, context, http } from '../testing/bind.ts'
import { connectModern, connectOlder } from '../testing/connect-client.ts'
import { startServer } from '../testing/start-server.ts'

const closers: (() => Promise<unknown>)[] = []
afterEach(async () => {
  await Promise.all(closers.splice(0).map((close) => close()))
})

const aborted = vi.fn()

const TOOLS: ServedTool[] = [
  {
    name: 'add',
    description: 'Adds two numbers',
    parameters: {
      type: 'object',
      properties: { a: { type: 'number' }, b: { type: 'number' } },
      required: ['a', 'b'],
    },
    hints: { readOnlyHint: true },
    call: async ({ a, b }, { onProgress }) => {
      onProgress('adding')
      const sum = Number(a) + Number(b)
      return { status: 'ok', output: { sum }, content: `The sum is ${sum}.` }
    },
  },
  {
    name: 'fail',
    description: 'Fails',
    parameters: { type: 'object', properties: { how: { type: 'string' } } },
    call: async ({ how }) => {
      if (how === 'app') throw new AppError('not_found', 'There is no such table.')
      if (how === 'throw') throw new Error('secret detail')
      return { status: 'refused', output: { error: 'No.' }, content: 'No.' }
    },
  },
  {
    name: 'draw',
    description: 'Leaves files behind',
    parameters: { type: 'object', properties: {} },
    call: async () => {
      const artifacts = ['a/chart.png', 'a/large.png', 'a/chart.js', 'a/of-another.png', 7]
      return { status: 'ok', output: { artifacts }, content: 'Drawn.' }
    },
  },
  {
    name: 'wait',
    description: 'Waits',
    parameters: { type: 'object', properties: {} },
    timeoutMs: 60_000,
    call: (_input, { signal }) =>
      new Promise((_resolve, reject) => {
        signal.addEventListener('abort', () => {
          aborted()
          reject(signal.reason)
        })
      }),
  },
]

/** Owner `second` has only the first tool. */
async function serve() {
  const server = createMcpServer<string>({
    name: 'parley',
    version: '1.0.0',
    tools: async (owner) => (owner === 'second' ? TOOLS.slice(0, 1) : TOOLS),
    readFile: async (owner, uri) => {
      const path = uri.replace('https://parley.example/', '')
      const [, kind] = /\.(png|js)$/.exec(path) ?? []
      if (owner !== 'first' || path === 'a/of-another.png') return null
      const bytes = Buffer.alloc(path === 'a/large.png' ? 2 ** 20 + 1 : 3, 'abc')
      const mediaType = kind === 'png' ? 'image/png' : 'text/javascript'
      return { uri: `https://parley.example/${path}`, name: path, mediaType, bytes }
    },
    allowedHosts: ['127.0.0.1'],
    callMs: 300,
  })
  const started = await startServer((incoming, outgoing) => {
    const owner = incoming.headers.authorization === 'Bearer second' ? 'second' : 'first'
    return handleNodeRequest(incoming, outgoing, (request) => server.handle(request, owner))
  })
  closers.push(started.close)
  return started.origin
}

async function modern(origin: string) {
  const client = await connectModern(`${origin}/mcp`)
  closers.push(() => client.close())
  return client
}

async function older(origin: string) {
  const client = await connectOlder(`${origin}/mcp`)
  closers.push(() => client.close())
  return client
}

describe.each([
  ['the newest revision', modern],
  ['a handshake revision', older],
])('a client of %s', (_name, connect) => {
  test('lists tools with schemas and hints, and calls one', async () => {
    const client = await connect(await serve())
    const { tools } = await client.listTools()
    expect(tools.map((tool) => tool.name)).toEqual(['add', 'fail', 'draw', 'wait'])
    expect(tools[0]).toMatchObject({
      annotations: { readOnlyHint: true },
      inputSchema: { required: ['a', 'b'] },
    })
    expect(await client.callTool({ name: 'add', arguments: { a: 2, b: 3 } })).toMatchObject({
      content: [{ type: 'text', text: 'The sum is 5.' }],
      structuredContent: { sum: 5 },
    })
  })

  test('receives a small picture in the reply, and the addresses of large pictures and other files', async () => {
    const client = await connect(await serve())
    const { content } = await client.callTool({ name: 'draw', arguments: {} })
    const link = { type: 'resource_link', uri: expect.stringMatching(/^https:\/\/parley\.example\/a\//) }
    expect(content).toMatchObject([
      { type: 'text', text: 'Drawn.' },
      { type: 'image', mimeType: 'image/png', data: Buffer.from('abc').toString('base64') },
      { ...link, name: 'a/large.png' },
      { ...link, name: 'a/chart.js', mimeType: 'text/javascript' },
    ])
  })

  test('lets an owner read only the files that their results name', async () => {
    const client = await connect(await serve())
    const uri = 'https://parley.example/a/chart.js'
    expect((await client.readResource({ uri })).contents).toEqual([
      { uri, mimeType: 'text/javascript', text: 'abc' },
    ])
    expect((await client.listResources()).resources).toEqual([])
    await expect(client.readResource({ uri: 'https://parley.example/a/of-another.png' })).rejects.toThrow()
  })

  test('receives every failure as a result without internal details', async () => {
    const client = await connect(await serve())
    const call = async (name: string, input: Record<string, unknown>) =>
      client.callTool({ name, arguments: input })
    expect(await call('add', { a: 'two' })).toMatchObject({ isError: true })
    expect(await call('fail', {})).toMatchObject({ isError: true, content: [{ text: 'No.' }] })
    expect(await call('fail', { how: 'app' })).toMatchObject({
      isError: true,
      content: [{ text: 'There is no such table.' }],
    })
    expect(await call('fail', { how: 'throw' })).toMatchObject({
      isError: true,
      content: [{ text: 'The tool failed.' }],
    })
    await expect(call('nothing', {})).rejects.toThrow('Unknown tool: nothing')
  })
})

test('progress reaches a client that asks for it', async () => {
  const client = await modern(await serve())
  const onprogress = vi.fn()
  await client.callTool({ name: 'add', arguments: { a: 1, b: 1 } }, { onprogress })
  expect(onprogress).toHaveBeenCalledWith(expect.objectContaining({ progress: 1, message: 'adding' }))
})

test('a client that cancels ends the call', async () => {
  aborted.mockClear()
  const client = await modern(await serve())
  const controller = new AbortController()
  const pending = client.callTool({ name: 'wait', arguments: {} }, { signal: controller.signal })
  setTimeout(() => controller.abort(), 100)
  await expect(pending).rejects.toThrow()
  await vi.waitFor(() => expect(aborted).toHaveBeenCalled())
})

test('another owner sees and calls only their own tools', async () => {
  const origin = await serve()
  const servers = createToolServers({ fetch })
  closers.push(servers.close)
  const configSchema = {
    type: 'object',
    properties: {
      token: { type: 'string', 'x-from': { header: 'Authorization', template: 'Bearer {token}' } },
    },
  }
  const bind = (toolName: string) =>
    bindOne(servers, {
      connection: http(`${origin}/mcp`, configSchema),
      toolName,
      properties: [{ key: 'token', value: new Secret('second'), datatype: 'string' }],
    })
  await expect(bind('fail')).rejects.toThrow('has no tool "fail". It has: add.')
  expect(await (await bind('add')).call({ a: 1, b: 2 }, context())).toMatchObject({
    status: 'ok',
    output: { sum: 3 },
  })
})

test('a page of another origin and a rebound host name are refused', async () => {
  const origin = await serve()
  const post = (headers: Record<string, string>) =>
    fetch(`${origin}/mcp`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
        ...headers,
      },
      body: '{"jsonrpc":"2.0","id":1,"method":"ping"}',
    })
  expect((await post({})).status).toBe(200)
  expect((await post({ origin: 'https://evil.example' })).status).toBe(403)
  expect((await post({ origin: origin })).status).toBe(200)
})
