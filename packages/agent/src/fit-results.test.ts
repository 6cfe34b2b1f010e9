import { expect, test } from 'vitest'
import { fitResults } from './fit-results.ts'
import type { ModelMessage, ToolMessage } from './types.ts'

const result = (id: string, length: number): ToolMessage => {
  return { role: 'tool', toolCallId: id, toolName: 'rows', content: 'x'.repeat(length), isError: false }
}

test('keeps a transcript that fits unchanged', () => {
  const messages: ModelMessage[] = [{ role: 'user', content: 'Q' }, result('a', 1000), result('b', 1000)]
  expect(fitResults(messages)).toEqual(messages)
})

test('shortens the oldest results first and removes none', () => {
  const messages = ['a', 'b', 'c', 'd'].map((id) => result(id, 79_000))
  const fitted = fitResults(messages)
  expect(fitted.map((message) => message.content.length > 70_000)).toEqual([false, true, true, true])
  expect(fitted[0]?.content).toContain('[77000 more characters]')
  expect(fitted[0]).toMatchObject({ toolCallId: 'a' })
})

test('keeps the pictures of the newest results and says what is left out', () => {
  const bytes = new Uint8Array([1])
  const pictures = Array.from({ length: 5 }, () => ({ mediaType: 'image/png' as const, bytes }))
  const messages = ['a', 'b'].map((id): ModelMessage => ({ ...result(id, 10), pictures }))
  const fitted = fitResults(messages)
  expect(fitted[1]).toEqual(messages[1])
  expect(fitted[0]).toEqual({
    ...result('a', 10),
    content: `${'x'.repeat(10)}\n[5 older pictures are left out]`,
  })
})
