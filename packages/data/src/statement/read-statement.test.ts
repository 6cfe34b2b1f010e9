import { describe, expect, test } from 'vitest'
import { readStatement } from './read-statement.ts'
import type { SqlDialect } from './sql-dialect.ts'

const tablesOf = (sql: string, dialect: SqlDialect = 'duckdb') =>
  readStatement(sql, dialect).tables.map(({ path }) => path.map(({ name }) => name).join('.'))

describe('a table is a name where a table may stand', () => {
  test.each<[string, string[]]>([
    ['SELECT a.b FROM a', ['a']],
    ['SELECT shop.shop FROM s.shop AS x, "Other Table" y', ['s.shop', 'Other Table']],
    [
      'SELECT 1 FROM a JOIN b ON a.x = b.x LEFT JOIN (c NATURAL JOIN d) USING (x, y), e',
      ['a', 'b', 'c', 'd', 'e'],
    ],
    ['SELECT (SELECT max(x) FROM a WHERE a.y = b.y) FROM b WHERE EXISTS (SELECT 1 FROM c)', ['a', 'b', 'c']],
    ['SELECT 1 FROM a UNION ALL (SELECT 2 FROM b) EXCEPT SELECT 3 FROM c', ['a', 'b', 'c']],
    ['SELECT * FROM ((SELECT 1 FROM a) UNION SELECT 2 FROM b) AS t', ['a', 'b']],
    ['SELECT extract(year FROM d), trim(FROM x), substring(y FROM 2 FOR 3) FROM a', ['a']],
    ['SELECT 1 FROM a WHERE x IS DISTINCT FROM y AND z IS NOT DISTINCT FROM w', ['a']],
    ['SELECT f(a, b), percentile_cont(0.5) WITHIN GROUP (ORDER BY x) FROM a ORDER BY b, c', ['a']],
    ['SELECT 1 FROM unnest(x) AS t, LATERAL (SELECT 1 FROM a) l, generate_series(1, 2) g', ['a']],
    ['FROM a SELECT x', ['a']],
    ['FROM a JOIN b USING (x) UNION ALL FROM c', ['a', 'b', 'c']],
    ['SELECT * FROM (FROM a)', ['a']],
    ['TABLE a', ['a']],
    ['SUMMARIZE a', ['a']],
    ['SELECT * FROM (DESCRIBE a)', ['a']],
    ['PIVOT a ON x IN (1, 2)', ['a']],
    ['SELECT * EXCEPT (b) FROM a', ['a']],
    ['SELECT 1 FROM a GROUP BY x HAVING count(*) > 1 LIMIT 1 OFFSET 2', ['a']],
    ["SELECT 'FROM b' FROM a -- FROM c\n/* FROM d /* FROM e */ FROM f */", ['a']],
    ['SELECT $$ FROM b $$, $x$ FROM $y$ c $x$ FROM a', ['a']],
    ['SELECT "from"."select" FROM "a"."from"', ['a.from']],
  ])('in %j: %j', (sql, expected) => {
    expect(tablesOf(sql)).toEqual(expected)
  })

  test.each<[string, string[]]>([
    ['WITH a AS (SELECT 1) SELECT * FROM a, b', ['b']],
    [
      'WITH a(x, y) AS MATERIALIZED (SELECT 1), c AS NOT MATERIALIZED (SELECT 1 FROM a) SELECT * FROM c, b',
      ['b'],
    ],
    // Without RECURSIVE, a definition reads the table with the same name.
    ['WITH a AS (SELECT * FROM a) SELECT * FROM a', ['a']],
    ['WITH RECURSIVE a AS (SELECT 1 UNION ALL SELECT x FROM a) SELECT * FROM a', []],
    // A definition ends with the brackets that it stands in.
    ['SELECT * FROM (WITH a AS (SELECT 1) SELECT * FROM a) t, a', ['a']],
    ['WITH a AS (WITH b AS (SELECT 1) SELECT * FROM b) SELECT * FROM a, b', ['b']],
    ['WITH a AS (SELECT 1) SELECT * FROM s.a', ['s.a']],
    ['WITH a AS (SELECT 1) FROM a, b', ['b']],
  ])('unless WITH defines it, in %j: %j', (sql, expected) => {
    expect(tablesOf(sql)).toEqual(expected)
  })
})

describe('quotes and comments are read as the engine reads them', () => {
  test.each<[SqlDialect, string, string[]]>([
    ['mysql', "SELECT 'it\\'s' FROM a # FROM b\n, c", ['a', 'c']],
    ['mysql', 'SELECT "FROM b" FROM `a`', ['a']],
    ['mysql', 'SELECT 1--1 FROM a -- FROM b', ['a']],
    ['mysql', 'SELECT /* /* */ 1 FROM a', ['a']],
    ['mysql', 'SELECT 1 /*! FROM b */', ['b']],
    ['postgresql', "SELECT E'it\\'s', 'c:\\' FROM a", ['a']],
    ['postgresql', 'SELECT $q$ FROM b $q$ FROM a -- FROM b\r, c', ['a', 'c']],
    ['sqlite', "SELECT 'c:\\' FROM [a b] WHERE x IN c", ['a b', 'c']],
    ['clickhouse', "SELECT 'it\\'s', `a\\`b` FROM a ARRAY JOIN b, c", ['a']],
    ['clickhouse', 'SELECT 1 FROM a FINAL WHERE x GLOBAL IN s.ids', ['a', 's.ids']],
    ['trino', "SELECT 'c:\\', 'it''s' FROM a", ['a']],
  ])('%s: %s', (dialect, sql, expected) => {
    expect(tablesOf(sql, dialect)).toEqual(expected)
  })

  test.each<[SqlDialect, string]>([
    ['duckdb', "SELECT 'a"],
    ['duckdb', 'SELECT "a'],
    ['duckdb', 'SELECT /* /* */'],
    ['postgresql', 'SELECT $a$ $b$'],
    ['mysql', "SELECT 'a\\'"],
    ['sqlite', 'SELECT [a'],
  ])('%s: %s is not complete', (dialect, sql) => {
    expect(readStatement(sql, dialect).isComplete).toBe(false)
  })
})

test('finds no tables in a statement that is nested too deeply', () => {
  const nested = (depth: number) =>
    readStatement(`SELECT ${'('.repeat(depth)}1${')'.repeat(depth)} FROM a`, 'duckdb')
  expect(nested(100)).toMatchObject({ isTooDeep: false, tables: [{ place: 'from' }] })
  expect(nested(101)).toMatchObject({ isTooDeep: true, tables: [] })
})

test('ignores closing brackets without an opening bracket', () => {
  expect(tablesOf('SELECT 1)) FROM a')).toEqual(['a'])
})
