import { describe, expect, test } from 'vitest'
import { createThinkSplitter, joinThink, splitThink } from './think.ts'
import type { ModelEvent } from './types.ts'

describe('splitThink', () => {
  test.each([
    ['plain text', 'Four.', '', 'Four.'],
    ['a leading block', '<think>2 + 2</think>\n\nFour.', '2 + 2', 'Four.'],
    ['white space before the block', '\n <think>a</think>b', 'a', 'b'],
    ['capital letters', '<THINK>a</Think>b', 'a', 'b'],
    ['an empty block', '<think>\n\n</think>b', '', 'b'],
    ['nothing', '', '', ''],
    ['tags in the answer', 'Write <think> first </think> then.', '', 'Write <think> first </think> then.'],
    ['an open tag in the answer', 'Never end with <think> alone', '', 'Never end with <think> alone'],
    ['a stray closing tag', 'a</think>b', '', 'a</think>b'],
    ['a second block', '<think>a</think>b<think>c</think>d', 'a', 'b<think>c</think>d'],
    ['a second closing tag', '<think>a</think>b</think>c', 'a', 'b</think>c'],
    ['nested blocks', '<think>a<think>b</think>c</think>d', 'a<think>b</think>c', 'd'],
    [
      'an inner tag that is never closed',
      '<think>use <think> tags</think>Answer',
      'use <think> tags',
      'Answer',
    ],
    ['a block that is never closed', '<think>still at it', 'still at it', ''],
    ['a lone beginning of a tag', '<thi', '', '<thi'],
    ['another tag', '<thinker>a</thinker>', '', '<thinker>a</thinker>'],
  ])('%s', (...[, content, reasoning, text]) => {
    expect(splitThink(content)).toEqual({ reasoning, text })
  })
})

describe('createThinkSplitter', () => {
  const contents = [
    '<think>2 + 2 < 5</think>\n\nFour < five.',
    '<think>a<think>b</think>c</think>d',
    '<think>a<think>b</think>Answer <b>here</b>',
    'plain </think> text',
    '  <think>x',
  ]

  test.each(contents)('gives the same parts for pieces of any size: %j', (content) => {
    for (let size = 1; size <= content.length; size++) {
      const splitter = createThinkSplitter()
      const events: ModelEvent[] = []
      for (let at = 0; at < content.length; at += size)
        events.push(...splitter.push(content.slice(at, at + size)))
      events.push(...splitter.end())
      const collect = (type: string) =>
        events.map((event) => (event.type === type ? event.delta : '')).join('')
      expect({ reasoning: collect('reasoning').trim(), text: collect('text').trimEnd() }).toEqual(
        splitThink(content),
      )
    }
  })

  test('returns text as soon as it cannot be a tag', () => {
    const splitter = createThinkSplitter()
    expect(splitter.push('<think>a</think> Fo')).toEqual([
      { type: 'reasoning', delta: 'a' },
      { type: 'text', delta: 'Fo' },
    ])
    expect(splitter.push('ur <thi')).toEqual([{ type: 'text', delta: 'ur <thi' }])
  })

  test('holds back only what may be a tag', () => {
    const splitter = createThinkSplitter()
    expect(splitter.push('<th')).toEqual([])
    expect(splitter.push('ink>a</th')).toEqual([{ type: 'reasoning', delta: 'a' }])
    expect(splitter.push('ing')).toEqual([{ type: 'reasoning', delta: '</thing' }])
  })
})

describe('joinThink', () => {
  test('writes a leading block', () => {
    expect(joinThink('2 + 2', 'Four.')).toBe('<think>2 + 2</think>Four.')
  })

  test('writes no block without reasoning', () => {
    expect(joinThink(' ', 'Four.')).toBe('Four.')
  })

  test.each([
    ['a</think>b', 'answer', 'a[/think]b'],
    ['a<think>b', 'answer</think>more', 'a[think]b'],
    ['', '<think>not reasoning</think>x', ''],
    ['a', '<think>x', 'a'],
  ])('splits the joined %j and %j into the same parts', (reasoning, text, expectedReasoning) => {
    expect(splitThink(joinThink(reasoning, text))).toEqual({ reasoning: expectedReasoning, text })
  })
})
