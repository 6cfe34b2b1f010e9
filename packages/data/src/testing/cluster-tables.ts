import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DuckDBInstance } from '@duckdb/node-api'
import type { QueryableSource, SourceTable } from '@parley/domain'
import { ingestFile } from '../files/ingest-file.ts'
import type { Workshop } from './workshop.ts'

/** 500 sales with every type that a cluster reads, NULLs, and texts beyond ASCII. */
const SALES = `SELECT i AS id,
    CASE i % 7 WHEN 0 THEN NULL WHEN 1 THEN 'North' WHEN 2 THEN 'Süd' WHEN 3 THEN 'Zürich' WHEN 4 THEN '' WHEN 5 THEN 'São Paulo' ELSE '東京' END AS region,
    CASE WHEN i % 3 = 0 THEN 'new' ELSE 'used' END AS kind,
    CASE WHEN i % 11 = 0 THEN NULL ELSE ((i * 7919) % 2000) / 16.0 - 30 END::DOUBLE AS amount,
    ((i * 104729) % 10000)::DECIMAL(12, 2) / 100 AS price_100,
    CASE WHEN i % 13 = 0 THEN NULL ELSE (i * 31) % 10 END::INTEGER AS qty,
    DATE '2022-12-25' + (i * 37 % 800)::INTEGER AS day,
    TIMESTAMP '2022-12-31 23:59:58.5' + to_seconds(i * 54321) AS moment,
    CASE i % 4 WHEN 0 THEN true WHEN 1 THEN false WHEN 2 THEN true END AS paid,
    CASE WHEN i % 17 = 0 THEN NULL ELSE i % 6 END::INTEGER AS store_id,
    CASE i % 5 WHEN 0 THEN 'a_b%' WHEN 1 THEN '  a\\b ' WHEN 2 THEN 'it''s' WHEN 3 THEN 'back\\slash' ELSE '\u00a0café\u00a0' END AS note,
    [i::VARCHAR] AS tags
  FROM range(1, 501) AS r(i)`
const STORES = `SELECT * FROM (VALUES
    (1, 'One', 'Zürich', DATE '1999-02-28', 3.5), (2, 'Two', 'Oslo', DATE '2004-02-29', NULL),
    (3, 'Three', 'Oslo', NULL, 2.25), (9, 'Nine', 'North', DATE '2020-12-31', 5.0), (NULL, 'None', NULL, NULL, 4.5)
  ) AS v(store_id, name, city, opened, score)`

/** Uploads the tables of the cluster's statements for an owner, as two Parquet files of one source. */
export async function connectClusterTables(
  { sandbox, folder }: Pick<Workshop, 'sandbox' | 'folder'>,
  ownerId: string,
): Promise<QueryableSource> {
  const place = await mkdtemp(join(tmpdir(), 'parley-cluster-tables-'))
  const connection = await (await DuckDBInstance.create(':memory:')).connect()
  const price = 'CAST(price_100 AS DECIMAL(12, 2)) AS price'
  const selects = [
    ['sales', `SELECT * EXCLUDE (price_100), ${price} FROM (${SALES})`],
    ['stores', STORES],
  ] as const
  const tables: SourceTable[] = []
  for (const [name, select] of selects) {
    const file = join(place, `${name}.parquet`)
    await connection.run(`COPY (${select}) TO '${file}' (FORMAT parquet, ROW_GROUP_SIZE 2048)`)
    const content = await readFile(file)
    const ingested = await ingestFile({ sandbox, folder, ownerId, name, format: 'parquet', content })
    tables.push(...ingested.tables)
  }
  connection.closeSync()
  await rm(place, { recursive: true })
  return { id: 'shop', name: 'shop', kind: 'file', description: '', tables }
}
