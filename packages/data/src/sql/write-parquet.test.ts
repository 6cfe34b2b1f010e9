import { readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { DuckDBInstance } from '@duckdb/node-api'
import type { JsonObject, ResultColumn } from '@parley/domain'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openWorkshop, type Workshop } from '../testing/workshop.ts'
import { openExports } from './open-exports.ts'
import { writeParquet } from './write-parquet.ts'

let workshop: Workshop
beforeAll(async () => {
  workshop = await openWorkshop()
})
afterAll(() => workshop.close())

const signal = new AbortController().signal

async function readBack(columns: readonly ResultColumn[], rows: AsyncGenerator<readonly JsonObject[]>) {
  const pieces: Uint8Array[] = []
  const context = { ...workshop, ownerId: 'ann', signal }
  for await (const piece of writeParquet({ columns, rows }, context)) pieces.push(piece)
  const file = join(workshop.folder, 'read-back.parquet')
  await writeFile(file, Buffer.concat(pieces))
  const connection = await (await DuckDBInstance.create()).connect()
  const types = await connection.runAndReadAll(`DESCRIBE SELECT * FROM '${file}'`)
  const read = await connection.runAndReadAll(`SELECT CAST(COLUMNS(*) AS VARCHAR) FROM '${file}'`)
  return {
    types: types.getRowObjects().map(({ column_type }) => column_type),
    rows: read.getRowObjects(),
  }
}

test('writes every row of a statement with its types, in order', async () => {
  const exportRows = openExports({ maxRows: 20_000, timeoutMs: 60_000, atOnce: 2, atOncePerOwner: 1 })
  const sql = `SELECT i AS n, sum(i) OVER (ORDER BY i) AS total, 'Žluť 🐎 ' || i AS "jméno",
    CASE WHEN i % 2 = 0 THEN DATE '2026-01-31' END AS day FROM range(12000) t(i) ORDER BY i`
  const { columns, rows } = await exportRows(sql, { ...workshop, sources: [], ownerId: 'ann', signal })
  const read = await readBack(columns, rows)
  expect(read.types).toEqual(['BIGINT', 'BIGINT', 'VARCHAR', 'DATE'])
  expect(read.rows).toHaveLength(12_000)
  expect(read.rows[3]).toEqual({ n: '3', total: '6', jméno: 'Žluť 🐎 3', day: null })
})

test('keeps numbers exact that neither a double nor 64 bits hold', async () => {
  const columns = [
    { name: 'big', type: 'HUGEINT' },
    { name: 'price', type: 'numeric' },
    { name: 'nested', type: 'STRUCT(a INTEGER)[]' },
  ]
  async function* rows() {
    yield [{ big: '170141183460469231731687303715884105', price: '12.3450', nested: [{ a: 1 }] }]
    yield [{ big: 1, price: '-0.1', nested: null }]
  }
  expect(await readBack(columns, rows())).toEqual({
    types: ['DECIMAL(38,0)', 'DECIMAL(6,4)', 'VARCHAR'],
    rows: [
      { big: '170141183460469231731687303715884105', price: '12.3450', nested: '[{"a":1}]' },
      { big: '1', price: '-0.1000', nested: null },
    ],
  })
})

test('throws what the rows throw, and leaves no file', async () => {
  async function* rows(): AsyncGenerator<JsonObject[]> {
    yield [{ n: 1 }]
    throw new Error('The statement failed.')
  }
  await expect(readBack([{ name: 'n', type: 'BIGINT' }], rows())).rejects.toThrow('The statement failed.')
  expect(await readdir(join(workshop.folder, 'incoming'))).toEqual([])
})
