import pg from 'pg'
import { Catalogue } from '../../engines/catalogue.ts'
import type { SourceTable } from '../../source.ts'
import { joinName, splitName } from '../../sql/table-name.ts'
import { explainPostgresError } from './explain-postgres-error.ts'
import { beginReadOnly, connectPostgres, type PostgresTarget } from './postgres-connection.ts'
import { parseTextArray } from './postgres-values.ts'

/** Tables, views and foreign tables that the user may read, with what the statistics know of their values. */
const COLUMNS = `
  SELECT ARRAY[n.nspname, c.relname]::text[] AS table_name, c.reltuples::bigint AS row_count,
    obj_description(c.oid, 'pg_class') AS table_comment, a.attname AS name,
    format_type(a.atttypid, a.atttypmod) AS type, col_description(c.oid, a.attnum) AS comment,
    (s.most_common_vals::text::text[])[1:6] AS common,
    (s.histogram_bounds::text::text[])[1:1] || (s.histogram_bounds::text::text[])[array_upper(s.histogram_bounds::text::text[], 1):] AS bounds
  FROM pg_class c
  JOIN pg_namespace n ON n.oid = c.relnamespace
  JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
  LEFT JOIN pg_stats s ON s.schemaname = n.nspname AND s.tablename = c.relname AND s.attname = a.attname
  WHERE c.relkind IN ('r', 'p', 'v', 'm', 'f') AND NOT c.relispartition
    AND n.nspname NOT IN ('pg_catalog', 'information_schema') AND n.nspname !~ '^pg_(toast|temp)'
    AND ($1::text[] IS NULL OR n.nspname = ANY($1))
    AND has_schema_privilege(n.oid, 'usage') AND has_column_privilege(c.oid, a.attnum, 'select')
  ORDER BY n.nspname, c.relname, a.attnum`

const KEYS = `
  SELECT ARRAY[fn.nspname, f.relname]::text[] AS table_name, ARRAY[tn.nspname, t.relname]::text[] AS target,
    ARRAY(SELECT a.attname::text FROM unnest(con.conkey) WITH ORDINALITY k(num, place)
      JOIN pg_attribute a ON a.attrelid = con.conrelid AND a.attnum = k.num ORDER BY place) AS columns,
    ARRAY(SELECT a.attname::text FROM unnest(con.confkey) WITH ORDINALITY k(num, place)
      JOIN pg_attribute a ON a.attrelid = con.confrelid AND a.attnum = k.num ORDER BY place) AS target_columns
  FROM pg_constraint con
  JOIN pg_class f ON f.oid = con.conrelid JOIN pg_namespace fn ON fn.oid = f.relnamespace
  JOIN pg_class t ON t.oid = con.confrelid JOIN pg_namespace tn ON tn.oid = t.relnamespace
  WHERE con.contype = 'f' AND con.conparentid = 0`

/** Tables without statistics are looked into, up to so many and for so long. */
const LOOKED_INTO = 100
const LOOKING_MS = 10_000
const LOOK_MS = 1000

/** Reads the catalogue of a PostgreSQL database that the connected user may read. */
export async function describePostgres(target: PostgresTarget, timeoutMs: number): Promise<SourceTable[]> {
  const client = await connectPostgres(target).catch((error) => {
    throw explainPostgresError(error, { target, timeoutMs })
  })
  try {
    await beginReadOnly(client, timeoutMs)
    const catalogue = new Catalogue()
    await readColumns(client, { catalogue, schemas: target.schemas ?? null })
    await readKeys(client, catalogue)
    await lookIntoTables(client, catalogue)
    return catalogue.tables()
  } catch (error) {
    throw explainPostgresError(error, { target, timeoutMs })
  } finally {
    await client.end().catch(() => undefined)
  }
}

type ColumnRow = {
  table_name: string
  row_count: string
  table_comment: string | null
  name: string
  type: string
  comment: string | null
  common: string | null
  bounds: string | null
}

async function readColumns(
  client: pg.Client,
  { catalogue, schemas }: { catalogue: Catalogue; schemas: readonly string[] | null },
): Promise<void> {
  const { rows } = await client.query<ColumnRow>(COLUMNS, [schemas])
  for (const row of rows) {
    const table = joinName(textArray(row.table_name))
    const rowCount = Number(row.row_count)
    // A table that was never analysed says -1 (0 before PostgreSQL 14).
    catalogue.addTable(table, {
      description: row.table_comment ?? '',
      rowCount: rowCount > 0 ? rowCount : null,
    })
    catalogue.addColumn(table, {
      name: row.name,
      type: row.type,
      description: row.comment ?? '',
      samples: [...textArray(row.common), ...textArray(row.bounds)],
    })
  }
}

async function readKeys(client: pg.Client, catalogue: Catalogue): Promise<void> {
  type KeyRow = { table_name: string; target: string; columns: string; target_columns: string }
  const { rows } = await client.query<KeyRow>(KEYS)
  for (const { table_name, target, columns, target_columns } of rows) {
    catalogue.addKey(joinName(textArray(table_name)), {
      columns: textArray(columns),
      table: joinName(textArray(target)),
      tableColumns: textArray(target_columns),
    })
  }
}

async function lookIntoTables(client: pg.Client, catalogue: Catalogue): Promise<void> {
  const until = performance.now() + LOOKING_MS
  await client.query(`SET LOCAL statement_timeout = ${LOOK_MS}`)
  for (const table of catalogue.tablesWithoutSamples(LOOKED_INTO)) {
    if (performance.now() > until) return
    const name = splitName(table).map(pg.escapeIdentifier).join('.')
    // A view may be broken or slow; the others still count.
    await client.query('SAVEPOINT look')
    try {
      const { rows } = await client.query(`SELECT * FROM ${name} LIMIT 50`)
      catalogue.addSampleRows(table, rows)
    } catch {
      await client.query('ROLLBACK TO SAVEPOINT look')
    }
  }
}

function textArray(text: string | null): string[] {
  return text === null ? [] : parseTextArray(text).filter((value) => value !== null)
}
