import { expect, test } from 'vitest'
import { readPaste } from './read-paste.ts'

const repeat = (line: string, count: number) => Array.from({ length: count }, () => line).join('\n')

test.each([
  ['one sentence', 'How many rows, please?', { kind: 'question' }],
  ['a list of a few lines', repeat('a,b', 5), { kind: 'question' }],
  ['cells of a spreadsheet', repeat('Köln\t12\t3,5', 9), { kind: 'table', format: 'tsv' }],
  ['a CSV file with quoted commas', `a,b\n${repeat('"x, y",2', 9)}`, { kind: 'table', format: 'csv' }],
  [
    'a list of JSON records',
    JSON.stringify([{ a: 1 }, { a: 2 }], null, 4),
    { kind: 'table', format: 'json' },
  ],
  ['invalid JSON', `[{"a": 1},\n${repeat('{"a": 1},', 9)}`, { kind: 'question' }],
  ['long prose', repeat('One, two. Three, four, five.\nSix.', 40), { kind: 'text' }],
  ['one long line', 'x'.repeat(5_000), { kind: 'text' }],
])('%s is recognised', (_what, text, expected) => {
  expect(readPaste(text)).toEqual(expected)
})
