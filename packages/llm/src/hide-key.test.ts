import type { ModelEvent } from '@parley/agent'
import { Secret } from '@parley/domain'
import { describe, expect, test } from 'vitest'
import { hideKey } from './hide-key.ts'
import { ask, stage } from './testing/ask.ts'

/** The key that the scripted vendor accepts. */
const SENT_KEY = 'test-key'
const KEY = 'test-key-0123456789'

function completion(message: object) {
  return { pieces: [JSON.stringify({ choices: [{ index: 0, message, finish_reason: 'stop' }] })] }
}

test('a model server that echoes headers puts no key into answers, reasoning and tool calls', async () => {
  const echo = `authorization: Bearer ${SENT_KEY}`
  const script = completion({
    role: 'assistant',
    content: echo,
    reasoning_content: echo,
    tool_calls: [
      { id: 'a', type: 'function', function: { name: 'say', arguments: JSON.stringify({ text: echo }) } },
    ],
  })
  await using setting = await stage('ollama', [script], { apiKey: new Secret(SENT_KEY) })
  const asked = await ask(setting.model)
  expect(setting.vendor.requests[0]?.headers.authorization).toBe(`Bearer ${SENT_KEY}`)
  expect(JSON.stringify(asked)).not.toContain(SENT_KEY)
  expect(asked.reply.text).toBe('authorization: Bearer [redacted]')
})

describe('a streamed key', () => {
  async function streamed(...deltas: string[]): Promise<{ text: string; pieces: string[] }> {
    const model = hideKey(async function* () {
      for (const delta of deltas) yield { type: 'text', delta } satisfies ModelEvent
      return {
        text: deltas.join(''),
        reasoning: '',
        toolCalls: [],
        usage: null,
        finishReason: 'stop' as const,
      }
    }, KEY)
    const { events, reply } = await ask(model)
    return { text: reply.text, pieces: events.map(({ delta }) => delta) }
  }

  test('is hidden wherever the stream is cut in two', async () => {
    for (let cut = 1; cut < KEY.length; cut++) {
      const { pieces, text } = await streamed(`key: ${KEY.slice(0, cut)}`, KEY.slice(cut), '.')
      expect(pieces.join('')).toBe('key: [redacted].')
      expect(text).toBe('key: [redacted].')
    }
  })

  test('is hidden when every delta has one character', async () => {
    expect((await streamed(...KEY)).pieces.join('')).toBe('[redacted]')
  })

  test('is shown at the end when only its beginning arrived', async () => {
    expect((await streamed('a test-', 'key-0')).pieces.join('')).toBe('a test-key-0')
  })

  test('is not hidden when it is a short word', async () => {
    const model = hideKey(async function* () {
      yield { type: 'text', delta: 'ollama' } satisfies ModelEvent
      return { text: 'ollama', reasoning: '', toolCalls: [], usage: null, finishReason: 'stop' as const }
    }, 'ollama')
    expect((await ask(model)).reply.text).toBe('ollama')
  })
})
