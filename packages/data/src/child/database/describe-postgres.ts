import pg from 'pg'
import { joinName, splitName } from '../../names/table-name.ts'
import type { DescribeResult } from '../../sandbox/tasks.ts'
import { Catalog } from '../../source/catalog.ts'
import { MAX_LISTED_VALUES, MAX_SAMPLES, SAMPLED_ROWS } from '../../source/sample-value.ts'
import { explainPostgresError } from './explain-postgres-error.ts'
import { beginReadOnly, connectPostgres, type PostgresTarget } from './postgres-connection.ts'
import { parseTextArray } from './postgres-values.ts'

/**
 * Selects the tables, views and `FOREIGN TABLE`s that the user may read, with the statistics of their values.
 */
const COLUMNS = `
  SELECT ARRAY[n.nspname, c.relname]::text[] AS table_name, c.reltuples::bigint AS row_count,
    obj_description(c.oid, 'pg_class') AS table_comment, a.attname AS name,
    format_type(a.atttypid, a.atttypmod) AS type, col_description(c.oid, a.attnum) AS comment,
    (s.most_common_vals::text::text[])[1:CASE WHEN s.n_distinct BETWEEN 1 AND ${MAX_LISTED_VALUES} THEN ${MAX_LISTED_VALUES} ELSE ${MAX_SAMPLES} END] AS common,
    s.n_distinct BETWEEN 1 AND ${MAX_LISTED_VALUES} AND format_type(a.atttypid, NULL) ~ 'char|text' AS is_listed,
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

/** Maximum number of tables without statistics whose rows are sampled. */
const MAX_SAMPLED_TABLES = 100
const SAMPLING_MS = 10_000
const SAMPLE_STATEMENT_MS = 1000

/** Reads the catalog of a PostgreSQL database that the connected user may read. */
export async function describePostgres(target: PostgresTarget, timeoutMs: number): Promise<DescribeResult> {
  const client = await connectPostgres(target).catch((error) => {
    throw explainPostgresError(error, { target, timeoutMs })
  })
  try {
    await beginReadOnly(client, timeoutMs)
    const warnings = await readWarnings(client)
    const catalog = new Catalog()
    await readColumns(client, { catalog, schemas: target.schemas ?? null })
    await readKeys(client, catalog)
    await sampleTables(client, catalog)
    return { tables: catalog.tables(), warnings }
  } catch (error) {
    throw explainPostgresError(error, { target, timeoutMs })
  } finally {
    await client.end().catch(() => undefined)
  }
}

const RIGHTS = `
  SELECT current_user AS name, r.rolsuper::text AS is_super, (SELECT string_agg(g.rolname, ', ' ORDER BY g.rolname)
    FROM pg_roles g WHERE g.rolname IN ('pg_read_server_files', 'pg_write_server_files', 'pg_execute_server_program')
      AND pg_has_role(current_user, g.oid, 'member')) AS roles
  FROM pg_roles r WHERE r.rolname = current_user`

/** Returns warnings about privileges of the connected user beyond reading tables. */
async function readWarnings(client: pg.Client): Promise<string[]> {
  type RightsRow = { name: string; is_super: string; roles: string | null }
  const { rows } = await client.query<RightsRow>(RIGHTS)
  return rows.flatMap(({ name, is_super: isSuper, roles }) => {
    if (isSuper === 'true') return [`The user "${name}" is a superuser. ${ADVICE}`]
    return roles === null ? [] : [`The user "${name}" may reach files of the server (${roles}). ${ADVICE}`]
  })
}

const ADVICE = 'Connect a user that has only the right to read.'

type ColumnRow = {
  table_name: string
  row_count: string
  table_comment: string | null
  name: string
  type: string
  comment: string | null
  common: string | null
  is_listed: string | null
  bounds: string | null
}

async function readColumns(
  client: pg.Client,
  { catalog, schemas }: { catalog: Catalog; schemas: readonly string[] | null },
): Promise<void> {
  const { rows } = await client.query<ColumnRow>(COLUMNS, [schemas])
  for (const row of rows) {
    const table = joinName(textArray(row.table_name))
    const rowCount = Number(row.row_count)
    // A table without statistics has -1 (0 before PostgreSQL 14).
    catalog.addTable(table, {
      description: row.table_comment ?? '',
      rowCount: rowCount > 0 ? rowCount : null,
    })
    catalog.addColumn(table, {
      name: row.name,
      type: row.type,
      description: row.comment ?? '',
      samples:
        row.is_listed === 't'
          ? textArray(row.common)
          : [...textArray(row.common), ...textArray(row.bounds)].slice(0, MAX_SAMPLES),
    })
  }
}

async function readKeys(client: pg.Client, catalog: Catalog): Promise<void> {
  type KeyRow = { table_name: string; target: string; columns: string; target_columns: string }
  const { rows } = await client.query<KeyRow>(KEYS)
  for (const { table_name, target, columns, target_columns } of rows) {
    catalog.addKey(joinName(textArray(table_name)), {
      columns: textArray(columns),
      table: joinName(textArray(target)),
      tableColumns: textArray(target_columns),
    })
  }
}

async function sampleTables(client: pg.Client, catalog: Catalog): Promise<void> {
  const until = performance.now() + SAMPLING_MS
  await client.query(`SET LOCAL statement_timeout = ${SAMPLE_STATEMENT_MS}`)
  for (const table of catalog.tablesWithoutSamples(MAX_SAMPLED_TABLES)) {
    if (performance.now() > until) return
    const name = splitName(table).map(pg.escapeIdentifier).join('.')
    // A view may be broken or slow. The other tables are still described.
    await client.query('SAVEPOINT look')
    try {
      const { rows } = await client.query(`SELECT * FROM ${name} LIMIT ${SAMPLED_ROWS}`)
      for (const column of catalog.addSampleRows(table, rows)) {
        const quoted = pg.escapeIdentifier(column)
        const values = `SELECT DISTINCT ${quoted} AS value FROM ${name} LIMIT ${MAX_LISTED_VALUES + 2}`
        const listed = await client.query<{ value: string | null }>(values)
        catalog.addValues(
          table,
          column,
          listed.rows.map(({ value }) => value),
        )
      }
    } catch {
      await client.query('ROLLBACK TO SAVEPOINT look')
    }
  }
}

function textArray(text: string | null): string[] {
  return text === null ? [] : parseTextArray(text).filter((value) => value !== null)
}
