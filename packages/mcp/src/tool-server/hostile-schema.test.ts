import { runAgent, type Tool } from '@parley/agent'
import { scriptedModel } from '@parley/agent/testing'
import type { JsonObject } from '@parley/domain'
import { afterEach, describe, expect, test } from 'vitest'
import { createToolServers } from '../index.ts'
import { bindOne, context, http } from '../testing/bind.ts'
import { ECHO, startRawServer } from '../testing/start-raw-server.ts'

const closers: (() => Promise<unknown>)[] = []
afterEach(async () => {
  await Promise.all(closers.splice(0).map((close) => close()))
})

const constants = Array.from({ length: 1_900 }, (_, index) => ({ const: index }))
const items = (schema: JsonObject): JsonObject => ({
  type: 'object',
  properties: { items: { type: 'array', items: schema } },
})
/** 1.8 MB as JSON. */
const manyOf = (value: number) =>
  Array.from({ length: Math.floor(1_800_000 / (String(value).length + 1)) }, () => value)

async function bind(tool: JsonObject, reply: JsonObject = {}, ownerId = 'mallory') {
  const server = await startRawServer({ tools: () => [tool], handlers: { 'tools/call': () => reply } })
  const servers = createToolServers({ fetch })
  closers.push(server.close, servers.close)
  return bindOne(servers, { connection: http(server.origin), toolName: String(tool.name), ownerId })
}

/**
 * Calls another user's tool repeatedly while `work` runs. Returns the result and how long this thread computed during the
 * slowest call: what a busy machine adds to a wait does not count.
 */
async function answeredMeanwhile<T>(work: () => Promise<T>) {
  const other = await bind(ECHO, { content: [{ type: 'text', text: 'answered' }] }, 'bob')
  await other.call({ text: 'warm' }, context())
  const state = { isOver: false, slowestMs: 0, calls: 0 }
  const result = work().finally(() => {
    state.isOver = true
  })
  while (!state.isOver || state.calls === 0) {
    const before = process.threadCpuUsage()
    expect((await other.call({ text: 'x' }, context())).content).toBe('answered')
    const { user, system } = process.threadCpuUsage(before)
    state.slowestMs = Math.max(state.slowestMs, (user + system) / 1000)
    state.calls += 1
  }
  return { result: await result, slowestMs: state.slowestMs }
}

async function runOnce(tool: Tool, input: JsonObject) {
  const { model } = scriptedModel([{ toolCalls: [{ name: tool.name, arguments: input }] }, 'Done.'])
  const signal = new AbortController().signal
  const run = runAgent({ model, tools: [tool], messages: [{ role: 'user', content: 'Go' }], signal })
  for (;;) {
    const next = await run.next()
    if (next.done) return next.value.steps[0]
  }
}

describe('another user is answered while a tool server has', () => {
  test('1.8 MB of a result checked against 1,900 constants, all of them wrong', async () => {
    const outputSchema = items({ anyOf: constants })
    const reply = { content: [], structuredContent: { items: manyOf(5_000) } }
    const tool = await bind({ ...ECHO, outputSchema }, reply)
    const { result, slowestMs } = await answeredMeanwhile(() => tool.call({ text: 'x' }, context()))
    expect(result).toMatchObject({
      status: 'error',
      content: expect.stringContaining('"items/0" must match at least one of the described forms'),
    })
    expect(slowestMs).toBeLessThan(2_000)
  })

  test('1.8 MB of a result whose check needs too much work, which the result says', async () => {
    const outputSchema = items({ anyOf: constants })
    const reply = { content: [], structuredContent: { items: manyOf(1_899) } }
    const tool = await bind({ ...ECHO, outputSchema }, reply)
    const { result, slowestMs } = await answeredMeanwhile(() => tool.call({ text: 'x' }, context()))
    const unchecked = 'The result was not checked against its output schema: checking it takes too much work.'
    expect(result).toMatchObject({ status: 'partial', output: { unchecked } })
    expect(slowestMs).toBeLessThan(2_000)
  })

  test('120 KB of arguments for 1,900 alternatives', async () => {
    const inputSchema = items({ anyOf: constants })
    const tool = await bind({ ...ECHO, inputSchema }, { content: [] })
    const { result, slowestMs } = await answeredMeanwhile(() =>
      runOnce(tool, { items: manyOf(1_899).slice(0, 24_000) }),
    )
    expect(result).toMatchObject({
      status: 'error',
      output: {
        error:
          'Not called. The description of its arguments cannot be used: checking it takes too much work.',
      },
    })
    expect(slowestMs).toBeLessThan(2_000)
  })
})
