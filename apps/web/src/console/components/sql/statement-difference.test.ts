import { expect, test } from 'vitest'
import { statementDifference } from './statement-difference.ts'

test('marks the words of a statement that were changed', () => {
  expect(
    statementDifference('SELECT sum(total) FROM orders', 'SELECT sum(total - refund) FROM orders'),
  ).toEqual([
    { kind: 'same', text: 'SELECT sum(total' },
    { kind: 'added', text: ' - refund' },
    { kind: 'same', text: ') FROM orders' },
  ])
})

test('has no change between a statement and itself', () => {
  expect(statementDifference('SELECT 1', 'SELECT 1')).toEqual([{ kind: 'same', text: 'SELECT 1' }])
  expect(statementDifference('', '')).toEqual([])
})

/** Every text of up to three words. */
const TEXTS = ['', 'a', 'b ', ', '].flatMap((one) =>
  ['', 'a', 'b ', ', '].flatMap((two) => ['', 'a', 'b ', '\nA'].map((three) => one + two + three)),
)

test.each([
  ['every pair of short statements', TEXTS],
  ['statements that are too long to be compared', ['a '.repeat(1_100), 'b,'.repeat(1_100), 'a']],
])('the pieces make both statements again, of %s', (_what, texts) => {
  for (const before of texts)
    for (const after of texts) {
      const pieces = statementDifference(before, after)
      const without = (kind: string) =>
        pieces
          .filter((piece) => piece.kind !== kind)
          .map(({ text }) => text)
          .join('')
      expect([without('added'), without('removed')]).toEqual([before, after])
    }
})
