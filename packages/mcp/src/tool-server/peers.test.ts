import type { ToolFile } from '@parley/domain'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { createToolServers, type ToolServers, type ToolServersInput } from '../index.ts'
import { bindOne, context, http, OWNER } from '../testing/bind.ts'
import { startEverything } from '../testing/start-everything.ts'
import type { StartedServer } from '../testing/start-server.ts'

const opened: ToolServers[] = []
afterEach(async () => {
  await Promise.all(opened.splice(0).map((servers) => servers.close()))
})

function open(input: Partial<ToolServersInput> = {}): ToolServers {
  const servers = createToolServers({ fetch, ...input })
  opened.push(servers)
  return servers
}

describe('the reference server over streamable HTTP', () => {
  let everything: StartedServer
  beforeAll(async () => {
    everything = await startEverything('streamableHttp')
  }, 30_000)
  afterAll(() => everything.close())
  const at = () => http(`${everything.origin}/mcp`)

  test('lists its tools', async () => {
    const tools = await open().listTools({
      ownerId: OWNER,
      toolServerId: 'x/everything',
      connection: at(),
      properties: [],
    })
    expect(tools.map((tool) => tool.name)).toContain('get-sum')
    expect(tools.find((tool) => tool.name === 'get-sum')?.inputSchema.required).toEqual(['a', 'b'])
  })

  test('answers a call in text', async () => {
    const tool = await bindOne(open(), {
      connection: at(),
      toolName: 'get-sum',
      toolServerId: 'x/everything',
    })
    expect(tool.name).toBe('everything_get-sum')
    expect(tool.traceName).toBe('get-sum')
    expect(await tool.call({ a: 2, b: 3 }, context())).toEqual({
      status: 'ok',
      output: { content: 'The sum of 2 and 3 is 5.' },
      content: 'The sum of 2 and 3 is 5.',
    })
  })

  test('prefers structured content', async () => {
    const tool = await bindOne(open(), { connection: at(), toolName: 'get-structured-content' })
    const result = await tool.call({ location: 'New York' }, context())
    expect(result).toMatchObject({ status: 'ok', output: { conditions: 'Cloudy', temperature: 33 } })
    expect(JSON.parse(result.content)).toEqual(result.output)
  })

  test('keeps pictures as files', async () => {
    const files: ToolFile[] = []
    const saveArtifact = async (file: ToolFile) => {
      files.push(file)
      return `artifacts/1/${file.name}`
    }
    const tool = await bindOne(open(), {
      connection: at(),
      toolName: 'get-tiny-image',
      request: { saveArtifact },
    })
    const result = await tool.call({}, context())
    expect(result.output.artifacts).toEqual(['artifacts/1/get-tiny-image-1.png'])
    expect(result.content).toContain('[file kept as artifacts/1/get-tiny-image-1.png]')
    expect(files[0]).toMatchObject({ name: 'get-tiny-image-1.png', mediaType: 'image/png' })
    expect(files[0]?.bytes.length).toBeGreaterThan(500)
    expect(result.pictures).toEqual([{ mediaType: 'image/png', bytes: files[0]?.bytes }])

    const without = await bindOne(open(), { connection: at(), toolName: 'get-tiny-image' })
    const bare = await without.call({}, context())
    expect(bare.output.artifacts).toBeUndefined()
    expect(bare.pictures).toBeUndefined()
    expect(bare.content).toContain('[image of type image/png left out]')
  })

  test('forwards progress', async () => {
    const tool = await bindOne(open(), { connection: at(), toolName: 'trigger-long-running-operation' })
    const texts: string[] = []
    const onProgress = (text: string) => texts.push(text)
    const result = await tool.call({ duration: 0.8, steps: 4 }, context({ onProgress }))
    expect(result.status).toBe('ok')
    expect(texts.length).toBeGreaterThan(1)
    expect(texts[0]).toBe('1 of 4')
  })

  test('a refused argument is an error that the model can read', async () => {
    const tool = await bindOne(open(), { connection: at(), toolName: 'get-sum' })
    const result = await tool.call({ a: 'two' }, context())
    expect(result.status).toBe('error')
    expect(result.output.error).toBe(result.content)
    expect(result.content).toMatch(/expected number/i)
  })

  test('a cancelled call ends at once with the reason of the signal', async () => {
    const tool = await bindOne(open(), { connection: at(), toolName: 'trigger-long-running-operation' })
    const controller = new AbortController()
    const reason = new Error('the user left')
    const pending = tool.call({ duration: 30, steps: 30 }, context({ signal: controller.signal }))
    setTimeout(() => controller.abort(reason), 100)
    await expect(pending).rejects.toBe(reason)
  })

  test('carries fifty calls at once on one session', async () => {
    const tool = await bindOne(open(), { connection: at(), toolName: 'get-sum' })
    const results = await Promise.all(Array.from({ length: 50 }, (_, a) => tool.call({ a, b: 1 }, context())))
    expect(results.map((result) => result.content)).toEqual(
      results.map((_, a) => `The sum of ${a} and 1 is ${a + 1}.`),
    )
  })

  test('opens a new session at a restarted server', async () => {
    const own = await startEverything('streamableHttp')
    const tool = await bindOne(open(), { connection: http(`${own.origin}/mcp`), toolName: 'get-sum' })
    await tool.call({ a: 1, b: 1 }, context())
    await own.close()
    expect(await tool.call({ a: 1, b: 1 }, context())).toMatchObject({
      status: 'error',
      content: 'Tool server "acme/raw": The tool server cannot be reached.',
    })

    const again = await startEverything('streamableHttp', Number(new URL(own.origin).port))
    try {
      expect(await tool.call({ a: 1, b: 1 }, context())).toMatchObject({ status: 'ok' })
    } finally {
      await again.close()
    }
  })
})

describe('the reference server over the transport of 2024', () => {
  let everything: StartedServer
  beforeAll(async () => {
    everything = await startEverything('sse')
  }, 30_000)
  afterAll(() => everything.close())

  test.each(['sse', 'http'])('is reached by a connection of type %s', async (type) => {
    const connection = { type, deploymentUrl: `${everything.origin}/sse`, configSchema: {} }
    const tool = await bindOne(open(), { connection, toolName: 'get-sum' })
    expect((await tool.call({ a: 2, b: 3 }, context())).content).toBe('The sum of 2 and 3 is 5.')
  })

  test('a call under way fails when the server dies', async () => {
    const own = await startEverything('sse')
    const connection = { type: 'sse', deploymentUrl: `${own.origin}/sse`, configSchema: {} }
    const tool = await bindOne(open(), { connection, toolName: 'trigger-long-running-operation' })
    const pending = tool.call({ duration: 30, steps: 30 }, context())
    setTimeout(() => own.close(), 200)
    expect(await pending).toMatchObject({ status: 'error' })
  })
})
