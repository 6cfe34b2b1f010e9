import { expect, test } from 'vitest'
import { isOrdered } from './is-ordered.ts'
import { sqlTokens } from './sql-tokens.ts'

test.each([
  ['SELECT a FROM t ORDER BY a', true],
  ['select a from t order  by 1 desc limit 3', true],
  ['WITH x AS (SELECT 1) SELECT * FROM x ORDER BY ALL', true],
  ['SELECT a FROM t UNION SELECT a FROM u ORDER BY a', true],
  ['SELECT a FROM t', false],
  ['SELECT * FROM (SELECT a FROM t ORDER BY a)', false],
  ['SELECT row_number() OVER (ORDER BY a) FROM t', false],
  ["SELECT 'x ORDER BY y' FROM t -- ORDER BY a", false],
  ['SELECT list(a ORDER BY b) FROM t', false],
  ['SELECT "order", by FROM t', false],
])('whether %j orders its rows is %j', (sql, ordered) => {
  expect(isOrdered(sqlTokens(sql, 'duckdb'))).toBe(ordered)
})
