import { existsSync } from 'node:fs'
import { mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { ToolResult } from '@parley/agent'
import type { QueryableSource } from '@parley/domain'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  answerOf,
  connectSamples,
  openWorkshop,
  startRun,
  type ToolRun,
  type Workshop,
} from '../testing/workshop.ts'

/**
 * The content of every file that must not be reached, as text and as the hash that a function might return
 * instead.
 */
const CANARY = 'canary-7f3b9c'

let workshop: Workshop
let sources: QueryableSource[]
let outside: string
let otherFile: string
let ownFile: string
let run: ToolRun
/** A short time limit for statements that would never end. */
let hurried: ToolRun

beforeAll(async () => {
  workshop = await openWorkshop()
  sources = await connectSamples(workshop, { ownerId: 'mallory', names: ['stocks'] })
  const others = await connectSamples(workshop, { ownerId: 'victim', names: ['cars'] })
  otherFile = join(workshop.folder, others[0]?.tables[0]?.file ?? '')
  ownFile = join(workshop.folder, sources[0]?.tables[0]?.file ?? '')
  outside = join(workshop.folder, 'outside')
  await mkdir(outside)
  await writeFile(join(outside, 'secret.txt'), `${CANARY}\n`)
  await writeFile(join(outside, 'secret.csv'), `a,b\n${CANARY},2\n`)
  await writeFile(join(outside, 'secret.json'), `[{"a":"${CANARY}"}]`)
  process.env.PARLEY_CANARY = CANARY
  run = startRun(workshop, { ownerId: 'mallory', sources })
  hurried = startRun(workshop, { ownerId: 'mallory', sources, sqlTimeoutMs: 500 })
})
afterAll(() => workshop.close())

/** {out} is a folder outside, {own} and {other} are Parquet files of this user and of another one. */
const READS = [
  "SELECT * FROM '{out}/secret.csv'",
  "SELECT * FROM '{out}/secret.json'",
  'SELECT * FROM "{out}/secret.csv"',
  "FROM '{out}/secret.csv'",
  "SELECT * FROM read_text('{out}/secret.txt')",
  "SELECT * FROM read_text(['{out}/secret.txt', '{own}'])",
  "SELECT content FROM read_blob('{out}/secret.txt')",
  "SELECT * FROM read_csv('{out}/secret.csv')",
  "SELECT * FROM read_csv_auto('{out}/*.csv')",
  "SELECT * FROM read_json('{out}/secret.json')",
  "SELECT * FROM read_json_auto('{out}/secret.json')",
  "SELECT * FROM read_json_objects('{out}/secret.json')",
  "SELECT * FROM read_ndjson('{out}/secret.json')",
  "SELECT * FROM read_parquet('{other}')",
  "SELECT * FROM parquet_scan('{other}')",
  "SELECT * FROM '{other}'",
  "SELECT * FROM parquet_metadata('{other}')",
  "SELECT * FROM parquet_schema('{other}')",
  "SELECT * FROM parquet_file_metadata('{other}')",
  "SELECT * FROM parquet_kv_metadata('{other}')",
  "SELECT * FROM parquet_bloom_probe('{other}', 'Name', 'x')",
  "SELECT * FROM read_parquet(['{own}', '{other}'])",
  "SELECT * FROM read_parquet('{own}/../../../../outside/secret.csv')",
  "SELECT * FROM read_text('{own}/../{other}')",
  "SELECT * FROM read_text('file://{out}/secret.txt')",
  "SELECT * FROM read_text('/proc/self/environ')",
  "SELECT * FROM read_text('/proc/self/maps')",
  "SELECT * FROM read_blob('/proc/self/mem')",
  "SELECT * FROM read_text('/proc/self/fd/0')",
  "SELECT * FROM read_text('/proc/1/environ')",
  "SELECT * FROM read_text('/dev/stdin')",
  "SELECT * FROM read_blob('/dev/urandom')",
  "SELECT * FROM read_text('/etc/passwd')",
  "SELECT * FROM read_text('~/.ssh/id_rsa')",
  "SELECT * FROM read_text('../../../../../../../etc/passwd')",
  "SELECT * FROM sniff_csv('{out}/secret.csv')",
  "SELECT * FROM glob('{out}/*')",
  "SELECT * FROM glob('/**')",
  "SELECT * FROM query('SELECT * FROM read_text(''{out}/secret.txt'')')",
  "SELECT * FROM query_table('{out}/secret.csv')",
  "SELECT * FROM json_execute_serialized_sql(json_serialize_sql('SELECT * FROM read_text(''{out}/secret.txt'')'))",
  "SELECT (SELECT content FROM read_text('{out}/secret.txt'))",
  "WITH x AS MATERIALIZED (SELECT * FROM read_text('{out}/secret.txt')) SELECT * FROM x",
  "SELECT * FROM stocks, LATERAL (SELECT * FROM read_text('{out}/secret.txt'))",
  "SELECT * FROM stocks WHERE symbol IN (SELECT content FROM read_text('{out}/secret.txt'))",
  "DESCRIBE SELECT * FROM '{out}/secret.csv'",
  "SUMMARIZE SELECT * FROM '{out}/secret.csv'",
  "SELECT getenv('PARLEY_CANARY')",
  "SELECT current_setting('PARLEY_CANARY')",
  "SELECT * FROM postgres_scan('host=127.0.0.1', 'public', 't')",
  "SELECT * FROM postgres_query('x', 'select 1')",
  "SELECT * FROM mysql_query('x', 'select 1')",
  "SELECT * FROM sqlite_scan('{out}/secret.txt', 't')",
  "SELECT * FROM read_xlsx('{out}/secret.txt')",
  "SELECT * FROM st_read('{out}/secret.txt')",
  "SELECT * FROM delta_scan('{out}')",
  "SELECT * FROM iceberg_scan('{out}')",
  "SELECT * FROM read_duckdb('{out}/secret.txt')",
  "SELECT * FROM read_csv('http://127.0.0.1:9/x.csv')",
  "SELECT * FROM 'https://example.com/x.parquet'",
  "SELECT * FROM 's3://bucket/x.parquet'",
  "SELECT * FROM read_text('http://169.254.169.254/latest/meta-data/')",
  "SELECT * FROM read_parquet('hf://datasets/x/y.parquet')",
]

const WRITES = [
  "COPY (SELECT 1) TO '{out}/written.csv'",
  "COPY stocks TO '{own}' (FORMAT parquet, USE_TMP_FILE false)",
  "COPY stocks TO '{other}' (FORMAT parquet, USE_TMP_FILE false)",
  "COPY (SELECT 1) TO '/dev/stdout'",
  "COPY stocks FROM '{out}/secret.csv'",
  "EXPORT DATABASE '{out}/export'",
  "IMPORT DATABASE '{out}'",
  "ATTACH '{out}/new.db'",
  "ATTACH ':memory:' AS m",
  'DETACH memory',
  'USE temp',
  'CREATE TABLE x AS SELECT 1',
  'CREATE TEMP TABLE x AS SELECT * FROM stocks',
  'CREATE VIEW x AS SELECT 1',
  'CREATE OR REPLACE VIEW stocks.stocks AS SELECT 1',
  'CREATE MACRO f(a) AS a + 1',
  "CREATE SECRET s (TYPE http, bearer_token 'x')",
  'CREATE SEQUENCE q',
  "CREATE TYPE t AS ENUM ('a')",
  'DROP VIEW stocks.stocks',
  'DROP SCHEMA stocks CASCADE',
  'ALTER VIEW stocks.stocks RENAME TO x',
  'INSERT INTO stocks VALUES (1)',
  'UPDATE stocks SET price = 0',
  'DELETE FROM stocks',
  'TRUNCATE stocks',
  'MERGE INTO stocks USING stocks s ON true WHEN MATCHED THEN DELETE',
  'WITH d AS (DELETE FROM stocks RETURNING *) SELECT * FROM d',
  'SET enable_external_access = true',
  'SET lock_configuration = false',
  "SET memory_limit = '100GB'",
  "SET allowed_directories = ['/']",
  "SET temp_directory = '{out}'",
  'SET VARIABLE x = 1',
  'RESET memory_limit',
  'PRAGMA enable_profiling',
  "PRAGMA profiling_output = '{out}/profile.json'",
  'INSTALL httpfs',
  'LOAD httpfs',
  'INSTALL spatial FROM community',
  'FORCE INSTALL httpfs',
  'UPDATE EXTENSIONS',
  'CHECKPOINT',
  'VACUUM',
  'ANALYZE',
  'CALL pragma_version()',
  'CALL enable_logging()',
  'CALL force_checkpoint()',
  'BEGIN; DELETE FROM stocks; COMMIT',
  'BEGIN TRANSACTION',
  'PREPARE p AS SELECT 1',
  'EXECUTE p',
  "EXPLAIN ANALYZE COPY (SELECT 1) TO '{out}/written.csv'",
  'EXPLAIN SELECT 1',
  "SELECT 1; COPY (SELECT 1) TO '{out}/written.csv'",
  'SELECT 1;;; DROP VIEW stocks.stocks',
  "/* SELECT */ COPY (SELECT 1) TO '{out}/written.csv'",
  "-- SELECT 1\nCOPY (SELECT 1) TO '{out}/written.csv'",
  "SELECT * FROM stocks INTO OUTFILE '{out}/written.csv'",
  "COMMENT ON VIEW stocks.stocks IS 'x'",
  "SELECT * FROM write_csv('{out}/written.csv', TABLE stocks)",
]

const BOMBS = [
  'SELECT count(*) FROM range(100000000000)',
  'SELECT * FROM range(100000000000)',
  'SELECT count(*) FROM stocks a, stocks b, stocks c, stocks d WHERE a.price + b.price < c.price + d.price',
  'WITH RECURSIVE r(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM r) SELECT count(*) FROM r',
  'SELECT array_agg(range) FROM range(3000000000)',
  "SELECT string_agg(repeat('x', 1000), '') FROM range(100000000)",
  "SELECT repeat('x', 2000000000) || repeat('y', 2000000000)",
  "SELECT length(repeat(repeat('x', 1000000), 10000))",
  'SELECT list_sort(range(100000000)) FROM range(100)',
  "SELECT json_structure(repeat('[', 200000) || repeat(']', 200000))",
  "SELECT json_merge_patch(repeat('{\"a\":', 100000) || '1' || repeat('}', 100000), repeat('{\"a\":', 100000) || '1' || repeat('}', 100000))",
  "SELECT json(repeat('[', 1000000))",
  "SELECT regexp_matches(repeat('a', 30) || '!', '^(a+)+$')",
  "SELECT levenshtein(repeat('ab', 400000), repeat('ba', 400000))",
  'SELECT * FROM range(30000000) ORDER BY hash(range)',
  'SELECT hash(range), list(range) FROM range(50000000) GROUP BY 1',
  "SELECT unnest(generate_series(TIMESTAMP '0001-01-01', TIMESTAMP '9999-01-01', INTERVAL 1 SECOND))",
  `SELECT ${'('.repeat(20_000)}1${')'.repeat(20_000)}`,
  `SELECT ${Array.from({ length: 5000 }, (_, index) => `${index} AS c${index}`).join(', ')}`,
  `SELECT 1${' UNION ALL SELECT 1'.repeat(4000)}`,
  `SELECT ${'['.repeat(500)}1${']'.repeat(500)}`,
  "SELECT printf('%2000000000d', 1)",
  "SELECT lpad('x', 2000000000, 'y')",
  "SELECT format('{:>2000000000}', 'x')",
  "SELECT bitstring('1', 2000000000)",
  "SELECT repeat('\u0001', 50000000)",
  'SELECT 1e308 * 10, 0.0 / 0.0, -1 / 0.0',
]

const HARMLESS = [
  'PRAGMA database_list',
  'SELECT * FROM duckdb_secrets()',
  "SELECT * FROM which_secret('s3://x', 's3')",
  'SELECT * FROM duckdb_logs()',
  "SELECT write_log('x')",
  'SELECT * FROM duckdb_settings()',
  'SELECT * FROM duckdb_functions()',
  'SELECT * FROM duckdb_views()',
  'SELECT * FROM information_schema.tables',
  'SELECT * FROM pg_catalog.pg_tables',
  'SHOW TABLES',
  'SELECT current_user, version()',
  "SELECT * FROM read_blob('{own}')",
]

/** Statements that the engine classes as SELECT although they change its settings, or show them or where files lie. */
const SETTINGS = [
  'FROM enable_logging()',
  "SELECT * FROM enable_logging('QueryLog')",
  'FROM "main"."enable_profiling"()',
  'SELECT * FROM system.main.disable_logging()',
  'SELECT * FROM truncate_duckdb_logs()',
  'FROM checkpoint()',
  'FROM force_checkpoint()',
  'SELECT * FROM pragma_database_size()',
  "SELECT * FROM query('FROM enable_logging()')",
  "SELECT * FROM json_execute_serialized_sql(json_serialize_sql('FROM duckdb_settings()'))",
  'SELECT * FROM duckdb_settings()',
  'SELECT * FROM duckdb_settings',
  "SELECT current_setting('allowed_paths')",
  'SELECT sql FROM duckdb_views()',
  'SELECT sql FROM sqlite_master',
  'SELECT definition FROM pg_catalog.pg_views',
  'SELECT view_definition FROM information_schema.views',
]

function filled(sql: string): string {
  return sql.replaceAll('{out}', outside).replaceAll('{own}', ownFile).replaceAll('{other}', otherFile)
}

async function attack(sql: string, by = run): Promise<ToolResult> {
  const result = await by.call('execute_sql', { generated_sql: filled(sql) })
  expect(JSON.stringify(result)).not.toContain(CANARY)
  expect(JSON.stringify(result)).not.toContain('chevrolet')
  return result
}

async function stateOfDisk(): Promise<string[]> {
  const entries = await readdir(workshop.folder, { recursive: true })
  const stats = await Promise.all(
    entries.map(async (entry) => {
      const { size, mtimeMs } = await stat(join(workshop.folder, entry))
      return `${entry} ${size} ${mtimeMs}`
    }),
  )
  return stats.sort()
}

describe('a statement reaches no file and no network', () => {
  test.each(READS)('by %s', async (sql) => {
    const { status, output } = await attack(sql)
    expect(status).not.toBe('ok')
    expect(output.error).not.toMatch(/\/(tmp|proc|etc|datasets)\//)
  })
})

describe('a statement changes nothing', () => {
  test.each(WRITES)('by %s', async (sql) => {
    const before = await stateOfDisk()
    const { status } = await attack(sql)
    expect(status).not.toBe('ok')
    expect(await stateOfDisk()).toEqual(before)
    expect(existsSync(join(outside, 'written.csv'))).toBe(false)
  })
})

describe('a statement neither changes nor shows settings', () => {
  test.each(SETTINGS)('by %s', async (sql) => {
    const { status, output } = await attack(sql)
    expect({ status, error: output.error }).toEqual({
      status: 'refused',
      error: expect.stringMatching(/^The (function|table) \w+ is not allowed here\.$/),
    })
  })
})

test('a lost file fails only the statements that name its table', async () => {
  const [lost] = await connectSamples(workshop, { ownerId: 'mallory', names: ['cars'] })
  const both = startRun(workshop, { ownerId: 'mallory', sources: [...sources, ...(lost ? [lost] : [])] })
  await rm(join(workshop.folder, lost?.tables[0]?.file ?? ''))
  const kept = await both.call('execute_sql', { generated_sql: 'SELECT count(*) AS n FROM stocks' })
  expect(answerOf(kept.output)).toEqual({ row_count: 1, rows: [{ n: 560 }] })
  for (const generated_sql of ['SELECT count(*) FROM cars.cars', 'SELECT count(*) FROM stocks, cars']) {
    const { output } = await both.call('execute_sql', { generated_sql })
    expect(output.error).toBe('The file of cars.cars is missing; connect its data source again.')
  }
})

describe('a hostile statement ends in time, and the next one works', () => {
  test.each(BOMBS.map((sql) => [sql.slice(0, 100), sql]))('%s', async (_start, sql) => {
    const { output } = await attack(sql, hurried)
    expect(JSON.stringify(output).length).toBeLessThan(100_000)
    const next = await run.call('execute_sql', { generated_sql: 'SELECT count(*) AS n FROM stocks' })
    expect(answerOf(next.output)).toEqual({ row_count: 1, rows: [{ n: 560 }] })
  })
})

describe('a statement shows only data of its owner', () => {
  test.each(HARMLESS)('by %s', async (sql) => {
    const { output } = await attack(sql)
    expect(JSON.stringify(output)).not.toContain(otherFile)
  })
})

test('the file of the owner is unchanged after all attacks', async () => {
  const { output } = await run.call('execute_sql', {
    generated_sql: 'SELECT sum(price) AS total FROM stocks',
  })
  expect(output.rows).toEqual([{ total: '56411.20' }])
  expect((await readFile(ownFile)).subarray(0, 4).toString()).toBe('PAR1')
})
