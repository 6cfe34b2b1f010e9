import { type ApprovalPolicy, type AskOwner, type JsonObject, Secret } from '@parley/domain'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { createToolServers, type ServerToolBinding, toolHash } from '../index.ts'
import { bindOne, context, http, OWNER, property } from '../testing/bind.ts'
import { ECHO, startRawServer } from '../testing/start-raw-server.ts'

const closers: (() => Promise<unknown>)[] = []
afterEach(async () => {
  await Promise.all(closers.splice(0).map((close) => close()))
})

function open() {
  const servers = createToolServers({ fetch })
  closers.push(servers.close)
  return servers
}

async function raw(tools: JsonObject[] = [ECHO]) {
  const server = await startRawServer({ tools: () => tools })
  closers.push(server.close)
  return server
}

function binding(
  toolServerId: string,
  toolName: string,
  inputSchema: JsonObject = { type: 'object' },
): ServerToolBinding {
  const tool = { name: toolName, description: `Does ${toolName}`, inputSchema, hints: {} }
  return {
    toolServerId,
    toolName,
    connection: http('http://127.0.0.1:9'),
    properties: [],
    pin: { hash: toolHash(tool), tool },
  }
}

describe('names', () => {
  const names = (bindings: readonly ServerToolBinding[], reservedNames: string[] = []) =>
    open()
      .bindTools({ ownerId: OWNER, bindings, reservedNames })
      .map((tool) => tool.name)

  test('contain the server, and the trace shows the tool', () => {
    const [tool] = open().bindTools({ ownerId: OWNER, bindings: [binding('@acme/web search', 'find.it')] })
    expect(tool).toMatchObject({
      name: 'web_search_find_it',
      traceName: 'find.it',
      description: 'Does find.it',
    })
  })

  test('never collide across servers, with reserved names, when cut, or for a tool bound twice', () => {
    const long = 'x'.repeat(80)
    const found = names(
      [
        binding('a/search', 'find'),
        binding('b/search', 'find'),
        binding('c/other', 'find'),
        binding('d/built', 'in'),
        binding('e/e', `${long}1`),
        binding('e/e', `${long}2`),
        binding('f/twice', 'same'),
        binding('f/twice', 'same'),
        binding('g/日本', '検索'),
      ],
      ['built_in'],
    )
    expect(new Set([...found, 'built_in']).size).toBe(found.length + 1)
    for (const name of found) expect(name).toMatch(/^[a-zA-Z0-9_-]{1,64}$/)
    expect(found[2]).toBe('other_find')
    expect(found[0]).toMatch(/^search_find_[0-9a-f]{8}$/)
  })

  test('of the same tool at two servers also differ in the trace', () => {
    const bindings = [binding('a/mail', 'send'), binding('b/post', 'send'), binding('b/post', 'fetch')]
    const tools = open().bindTools({ ownerId: OWNER, bindings })
    expect(tools.map(({ traceName }) => traceName)).toEqual(['mail_send', 'post_send', 'fetch'])
  })

  test("of the trace's own steps are not used for tools", () => {
    const [tool] = open().bindTools({
      ownerId: OWNER,
      bindings: [binding('evil/server', 'final_response')],
      reservedNames: ['final_response'],
    })
    expect(tool?.traceName).toBe('server_final_response')
  })

  test('do not depend on the order of the bindings', () => {
    const bindings = [binding('a/search', 'find'), binding('b/search', 'find'), binding('c/other', 'find')]
    expect(names([...bindings].reverse())).toEqual(names(bindings).reverse())
  })
})

describe('bound arguments', () => {
  const schema: JsonObject = {
    type: 'object',
    properties: {
      text: { type: 'string' },
      count: { type: 'integer' },
      ratio: { type: 'number' },
      loud: { type: 'boolean' },
      tags: { type: 'array', items: { type: 'string' } },
      options: { type: 'object' },
      level: { enum: [1, 2, 3] },
      free: {},
    },
    required: ['text', 'count', 'loud'],
  }

  test('are not in the schema, are added at the call by their types, and cannot be overwritten', async () => {
    const server = await raw([{ ...ECHO, inputSchema: schema }])
    const tool = await bindOne(open(), {
      connection: http(server.origin),
      toolName: 'echo',
      properties: [
        property('count', '3'),
        property('ratio', '0.5'),
        property('loud', 'true'),
        property('tags', '["a"]'),
        property('options', '{"x":1}'),
        { key: 'level', value: new Secret('2'), datatype: 'integer' },
        { key: 'free', value: new Secret('[1]'), datatype: 'json' },
      ],
    })
    expect(tool.parameters).toEqual({
      type: 'object',
      properties: { text: { type: 'string' } },
      required: ['text'],
    })
    await tool.call({ text: 'hi', count: 99 }, context())
    expect(server.calls.at(-1)?.params.arguments).toEqual({
      text: 'hi',
      count: 3,
      ratio: 0.5,
      loud: true,
      tags: ['a'],
      options: { x: 1 },
      level: 2,
      free: [1],
    })
  })

  test('an empty value leaves the argument to the model', async () => {
    const server = await raw()
    const tool = await bindOne(open(), {
      connection: http(server.origin),
      toolName: 'echo',
      properties: [property('text', '')],
    })
    expect(tool.parameters).toMatchObject({ required: ['text'] })
  })

  test.each([
    ['count', '3.5', 'Tool "echo" of tool server "acme/raw": The property "count" must be an integer.'],
    ['loud', 'yes', 'Tool "echo" of tool server "acme/raw": The property "loud" must be true or false.'],
    ['tags', '{}', 'Tool "echo" of tool server "acme/raw": The property "tags" must be a JSON array.'],
    ['level', '7', 'Tool "echo" of tool server "acme/raw": The property "level" must be one of 1, 2, 3.'],
    ['nothing', 'x', 'Tool "echo" of tool server "acme/raw": There is no property called "nothing" to set.'],
  ])('%s cannot be %s', async (key, value, message) => {
    const server = await raw([{ ...ECHO, inputSchema: schema }])
    const datatype = key === 'level' ? 'integer' : 'string'
    const bind = bindOne(open(), {
      connection: http(server.origin),
      toolName: 'echo',
      properties: [{ key, value: new Secret(value), datatype }],
    })
    await expect(bind).rejects.toThrow(message)
  })
})

describe('approval', () => {
  async function bound(approval: ApprovalPolicy, approve?: AskOwner) {
    const server = await raw()
    const servers = open()
    const pinned = await servers.pinBinding({
      ownerId: OWNER,
      binding: { toolServerId: 'acme/raw', toolName: 'echo', properties: [property('count', '1')] },
      details: {
        qualifiedName: 'acme/raw',
        displayName: '',
        remote: true,
        iconUrl: '',
        connections: [http(server.origin)],
        security: { scanPassed: false },
        tools: [],
      },
    })
    if (pinned.kind === 'problem') throw new Error(pinned.message)
    const bindings = [{ ...pinned.binding, approval }]
    const [tool] = servers.bindTools({ ownerId: OWNER, bindings, ...(approve ? { approve } : {}) })
    if (!tool) throw new Error('nothing was bound')
    const sent = () =>
      server.calls.filter(({ method }) => method === 'tools/call').map(({ params }) => params.arguments)
    return { tool, sent }
  }

  test('auto calls without asking the owner', async () => {
    const approve = vi.fn<AskOwner>()
    const { tool, sent } = await bound('auto', approve)
    expect((await tool.call({ text: 'x' }, context())).status).toBe('ok')
    expect(approve).not.toHaveBeenCalled()
    expect(sent()).toEqual([{ text: 'x', count: 1 }])
  })

  test('ask shows the tool, the arguments of the model and those of the owner, and calls when approved', async () => {
    const approve = vi.fn<AskOwner>(async () => ({ kind: 'approve' }))
    const { tool, sent } = await bound('ask', approve)
    const resume = vi.fn()
    expect((await tool.call({ text: 'x' }, context({ stepId: 4, waitForPerson: () => resume }))).status).toBe(
      'ok',
    )
    expect(resume).toHaveBeenCalledOnce()
    expect(approve).toHaveBeenCalledWith(
      expect.objectContaining({
        toolServerId: 'acme/raw',
        toolName: 'echo',
        arguments: { text: 'x' },
        fixedArguments: { count: 1 },
        stepId: 4,
      }),
    )
    expect(sent()).toEqual([{ text: 'x', count: 1 }])
  })

  test('ask shows fixed arguments without secrets, also those within objects, and in place of the model’s', async () => {
    const approve = vi.fn<AskOwner>(async () => ({ kind: 'deny' }))
    const properties = { credentials: { type: 'object' }, note: { type: 'string' }, to: { type: 'string' } }
    const fixed = [
      { key: 'credentials', value: new Secret('{"pin":"sesame-1"}'), datatype: 'json' as const },
      property('to', 'ada'),
    ]
    const bindings = [
      {
        ...binding('a/b', 'send', { type: 'object', properties }),
        properties: fixed,
        approval: 'ask' as const,
      },
    ]
    const [tool] = open().bindTools({ ownerId: OWNER, bindings, approve })
    expect(await tool?.call({ note: 'x', to: 'eve' }, context())).toMatchObject({ status: 'refused' })
    expect(approve).toHaveBeenCalledWith(
      expect.objectContaining({
        arguments: { note: 'x' },
        fixedArguments: { credentials: '[redacted]', to: 'ada' },
      }),
    )
  })

  test('the owner may edit what is sent, within the schema', async () => {
    const edited = await bound('ask', async () => ({ kind: 'approve', arguments: { text: 'edited' } }))
    const result = await edited.tool.call({ text: 'x' }, context())
    expect(edited.sent()).toEqual([{ text: 'edited', count: 1 }])
    expect(result.input).toEqual({ text: 'edited' })
    expect(result.content).toMatch(/^The owner changed the arguments of this call to \{"text":"edited"\}\./)

    const same = await bound('ask', async () => ({ kind: 'approve', arguments: { text: 'x' } }))
    const unedited = await same.tool.call({ text: 'x' }, context())
    expect(unedited.input).toBeUndefined()
    expect(unedited.content).not.toContain('The owner changed')

    const wrong = await bound('ask', async () => ({ kind: 'approve', arguments: { text: 7 } }))
    expect(await wrong.tool.call({ text: 'x' }, context())).toMatchObject({ status: 'refused' })
    expect(wrong.sent()).toEqual([])
  })

  test('a tool of policy never is not offered to the model', () => {
    const schema = { type: 'object', properties: {} }
    const tools = open().bindTools({
      ownerId: OWNER,
      bindings: [{ ...binding('a/b', 'blocked', schema), approval: 'never' }, binding('a/b', 'open', schema)],
    })
    expect(tools.map(({ name }) => name)).toEqual([expect.stringContaining('open')])
  })

  test('refuses a denied call and a call whose owner cannot be asked', async () => {
    const denied = await bound('ask', async () => ({ kind: 'deny', reason: 'not today' }))
    expect(await denied.tool.call({ text: 'x' }, context())).toMatchObject({
      status: 'refused',
      output: { error: 'The owner denied this call: not today' },
    })
    const unasked = await bound('ask')
    expect(await unasked.tool.call({ text: 'x' }, context())).toMatchObject({ status: 'refused' })
    expect([...denied.sent(), ...unasked.sent()]).toEqual([])
  })
})

test('a tool whose pinned schema is unusable refuses every call', async () => {
  const bomb = { type: 'object', properties: { x: { $ref: 'https://evil.example/' } } }
  const [tool] = open().bindTools({ ownerId: OWNER, bindings: [binding('a/b', 'c', bomb)] })
  expect(tool?.parameters).toEqual({ type: 'object', properties: {} })
  expect(await tool?.call({}, context())).toMatchObject({
    status: 'refused',
    content: 'Tool "c" of tool server "a/b" cannot be used. Its schema refers to another document.',
  })
})
