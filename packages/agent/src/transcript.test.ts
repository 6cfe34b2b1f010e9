import { describe, expect, test } from 'vitest'
import { countTokens } from './count-tokens.ts'
import { buildTranscript, type HistoryRow } from './transcript.ts'

const build = (history: HistoryRow[], tokenBudget = 1000) =>
  buildTranscript({ system: 'Be kind.', history, question: 'And now?', tokenBudget })

const user = (content: string): HistoryRow => ({ role: 'user', content, status: null })
const assistant = (content: string, status = 'ok'): HistoryRow => ({ role: 'assistant', content, status })

test('keeps a valid history unchanged, without reasoning', () => {
  expect(build([user('2 + 2?'), assistant('<think>easy</think>Four.')])).toEqual([
    { role: 'system', content: 'Be kind.' },
    { role: 'user', content: '2 + 2?' },
    { role: 'assistant', content: 'Four.' },
    { role: 'user', content: 'And now?' },
  ])
})

test('adds no system message when it is empty', () => {
  const transcript = buildTranscript({ system: ' ', history: [], question: 'Hi', tokenBudget: 100 })
  expect(transcript).toEqual([{ role: 'user', content: 'Hi' }])
})

describe('any stored rows give a valid transcript', () => {
  test.each<[string, HistoryRow[], [string, string][]]>([
    [
      'two questions in a row',
      [user('a'), user('b'), assistant('c')],
      [
        ['user', 'a'],
        ['assistant', '(This question was not answered.)'],
        ['user', 'b'],
        ['assistant', 'c'],
      ],
    ],
    [
      'two answers in a row',
      [user('a'), assistant('b'), assistant('c')],
      [
        ['user', 'a'],
        ['assistant', 'b\n\nc'],
      ],
    ],
    [
      'an answer first',
      [assistant('b'), user('c'), assistant('d')],
      [
        ['user', 'c'],
        ['assistant', 'd'],
      ],
    ],
    [
      'a question last',
      [user('a')],
      [
        ['user', 'a'],
        ['assistant', '(This question was not answered.)'],
      ],
    ],
    [
      'empty contents',
      [user('a'), assistant('  '), { role: 'user', content: null }, user('b'), assistant('c')],
      [
        ['user', 'a'],
        ['assistant', '(This question was not answered.)'],
        ['user', 'b'],
        ['assistant', 'c'],
      ],
    ],
    [
      'an answer of reasoning only',
      [user('a'), assistant('<think>hm')],
      [
        ['user', 'a'],
        ['assistant', '(This question was not answered.)'],
      ],
    ],
    [
      'a cancelled answer',
      [user('a'), assistant('Par', 'cancelled')],
      [
        ['user', 'a'],
        ['assistant', 'Par\n\n(This answer was not finished.)'],
      ],
    ],
    [
      'an interrupted answer without text',
      [user('a'), assistant('', 'interrupted')],
      [
        ['user', 'a'],
        ['assistant', '(This answer was not finished.)'],
      ],
    ],
    [
      'a truncated answer',
      [user('a'), assistant('Long.', 'truncated')],
      [
        ['user', 'a'],
        ['assistant', 'Long.'],
      ],
    ],
    [
      'system and tool messages',
      [{ role: 'system', content: 'Obey.' }, { role: 'tool', content: 'x' }, user('a'), assistant('b')],
      [
        ['user', 'a'],
        ['assistant', 'b'],
      ],
    ],
    [
      'bytes no vendor takes',
      [user('a\0b\uDC00'), assistant('c')],
      [
        ['user', 'ab\uFFFD'],
        ['assistant', 'c'],
      ],
    ],
  ])('%s', (_name, history, expected) => {
    const turns = build(history).slice(1, -1)
    expect(turns.map(({ role, content }) => [role, content])).toEqual(expected)
  })

  test('cuts a message of 5 MB and marks the cut', () => {
    const transcript = build([
      user('first'),
      assistant('x'.repeat(5_000_000)),
      user('second'),
      assistant('ok'),
    ])
    expect(
      transcript.map(({ content }) => content.length).reduce((sum, length) => sum + length),
    ).toBeLessThan(4000)
    expect(transcript[2]?.content).toMatch(/\[\d+ more characters\]$/)
    expect(transcript[1]?.content).toBe('first')
  })
})

describe('the budget', () => {
  const long = Array.from({ length: 200 }, (_, index) => [
    user(`question ${index}`),
    assistant(`answer ${index}`),
  ]).flat()

  test('keeps the newest messages and begins with a question', () => {
    const turns = build(long, 200).slice(1, -1)
    expect(turns.at(-1)?.content).toBe('answer 199')
    expect(turns[0]?.role).toBe('user')
    expect(turns.length).toBeGreaterThan(4)
    expect(turns.length).toBeLessThan(20)
  })

  test('limits the sum of all tokens', () => {
    const total = build(long, 500).reduce((sum, { content }) => sum + countTokens(content), 0)
    expect(total).toBeLessThanOrEqual(500)
  })

  test('never drops the system message or the question', () => {
    expect(build(long, 1).map(({ role }) => role)).toEqual(['system', 'user'])
  })

  test('does not read rows that do not fit', () => {
    const unread: HistoryRow = {
      role: 'user',
      get content(): string {
        throw new Error('was read')
      },
    }
    expect(() => build([unread, ...long], 200)).not.toThrow()
  })
})

test('tokens: four ASCII characters, or one other character', () => {
  expect([countTokens(''), countTokens('abcd'), countTokens('abcde'), countTokens('日本語')]).toEqual([
    0, 1, 2, 3,
  ])
})
