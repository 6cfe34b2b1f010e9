import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createQuestionQueue } from './question-queue.ts'

const asked = (question: string) => ({ question, images: [] })

beforeEach(() => {
  const kept = new Map<string, string>()
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
  })
})
afterEach(() => vi.unstubAllGlobals())

test('waiting questions of a tab are there again after a reload, oldest first, until they are sent or removed', () => {
  const before = createQuestionQueue()
  for (const question of ['One?', 'Two?', 'Three?']) before.add('a', asked(question))
  before.add('b', asked('Other?'))

  const after = createQuestionQueue()
  expect(after.get('a').map(({ question }) => question)).toEqual(['One?', 'Two?', 'Three?'])
  expect(after.take('a')).toEqual(asked('One?'))
  after.remove('a', 1)
  expect(createQuestionQueue().get('a')).toEqual([asked('Two?')])
  expect(createQuestionQueue().get('b')).toEqual([asked('Other?')])
})

test('questions wait in the page where the browser keeps nothing', () => {
  vi.stubGlobal('sessionStorage', undefined)
  const queue = createQuestionQueue()
  queue.add('a', asked('One?'))
  expect(queue.take('a')).toEqual(asked('One?'))
  expect(queue.take('a')).toBeUndefined()
})

test('a question whose image the storage has no room for is not followed by an older list after a reload', () => {
  const { setItem } = sessionStorage
  vi.stubGlobal('sessionStorage', {
    ...sessionStorage,
    setItem(key: string, value: string) {
      if (value.length > 500) throw new DOMException('Full', 'QuotaExceededError')
      setItem(key, value)
    },
  })
  const queue = createQuestionQueue()
  queue.add('a', asked('One?'))
  queue.add('a', { question: 'Large?', images: ['data:'.padEnd(600, 'x')] })
  expect(queue.take('a')).toEqual(asked('One?'))
  expect(createQuestionQueue().get('a')).toEqual([])
  expect(queue.get('a')).toHaveLength(1)
})
