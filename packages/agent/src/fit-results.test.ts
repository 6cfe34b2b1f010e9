import { expect, test } from 'vitest'
import { fitResults } from './fit-results.ts'
import type { ModelMessage } from './types.ts'

const result = (id: string, length: number): ModelMessage => {
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
