import { expect, test } from 'vitest'
import { isSameStatement } from './is-same-statement.ts'

test.each([
  ['select a  from t', 'SELECT a\nFROM T;'],
  ['select a from t -- all of it', 'select a /* one */ from t'],
  ['select a+b from t', 'select a + b from t'],
  ["select '--' from t", "SELECT '--' FROM t"],
])('takes %s and %s for the same statement', (one, other) => {
  expect(isSameStatement(one, other)).toBe(true)
})

test.each([
  ["select 'Oslo'", "select 'oslo'"],
  ["select 'a  b'", "select 'a b'"],
  ['select "A" from t', 'select "a" from t'],
  ['select a b from t', 'select ab from t'],
  ['select a from t where b > 1', 'select a from t where b >= 1'],
])('takes %s and %s for different statements', (one, other) => {
  expect(isSameStatement(one, other)).toBe(false)
})
