import type { Connection, SourceColumn, SourceTable } from '@parley/domain'
import type { EngineOptions } from '../engines/engine.ts'
import { openEngine } from '../engines/open-engine.ts'
import { splitName } from '../names/table-name.ts'
import { duckdbType } from '../result/duckdb-type.ts'
import type { FetchedColumn } from '../sandbox/tasks.ts'

const LIMITS = { rows: 10_000, bytes: 1024 * 1024 }

type DatabaseTable = {
  readonly table: SourceTable
  readonly connection: Exclude<Connection, { kind: 'http_api' }>
  readonly options: EngineOptions & { readonly timeoutMs: number; readonly signal: AbortSignal }
}

/**
 * The collations of a table's columns, by column. Reads those of MySQL, MariaDB and SQLite, which may compare texts
 * other than by their bytes. Empty for other databases, and where a database does not tell its collations.
 */
export async function readCollations({
  table,
  connection,
  options,
}: DatabaseTable): Promise<ReadonlyMap<string, string>> {
  if (connection.kind === 'sqlite') return readOfSqlite({ table, connection, options })
  if (connection.kind !== 'mysql') return new Map()
  const name = (splitName(table.name)[0] ?? '').replaceAll('\\', '\\\\').replaceAll("'", "''")
  const outcome = await openEngine(connection, options).query({
    sql: `SELECT COLUMN_NAME AS name, COLLATION_NAME AS collation FROM information_schema.COLUMNS
      WHERE TABLE_SCHEMA = DATABASE() AND TABLE_NAME = '${name}' AND COLLATION_NAME IS NOT NULL`,
    timeoutMs: options.timeoutMs,
    preview: LIMITS,
    kept: LIMITS,
    signal: options.signal,
  })
  const rows = outcome.ok ? outcome.result.rows : []
  return new Map(rows.map(({ name: column, collation }) => [String(column), String(collation)]))
}

/** SQLite tells the collation of a column only in the statement that made the table. */
async function readOfSqlite({
  table,
  connection,
  options,
}: DatabaseTable): Promise<ReadonlyMap<string, string>> {
  const name = (splitName(table.name)[0] ?? '').replaceAll("'", "''")
  const outcome = await openEngine(connection, options).query({
    sql: `SELECT sql FROM sqlite_schema WHERE type = 'table' AND name = '${name}'`,
    timeoutMs: options.timeoutMs,
    preview: LIMITS,
    kept: LIMITS,
    signal: options.signal,
  })
  const made = outcome.ok ? String(outcome.result.rows[0]?.sql ?? '') : ''
  return new Map(
    table.columns.flatMap(({ name: column }) => {
      const collation = collationIn(made, column)
      return collation === null ? [] : [[column, collation] as const]
    }),
  )
}

/** The collation that stands behind a column in CREATE TABLE, before the next comma. */
function collationIn(made: string, column: string): string | null {
  const name = column.replace(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`)
  const found = new RegExp(
    `[(,]\\s*["'\`[]?${name}["'\`\\]]?\\s[^,]*?\\bCOLLATE\\s+["'\`[]?(\\w+)`,
    'i',
  ).exec(made)
  return found?.[1] ?? null
}

/** A fetched column whose texts DuckDB compares as the database does. */
export function fetchedColumn({ name, type }: SourceColumn, collation = ''): FetchedColumn {
  const isPadded = /^(char|character|bpchar)\b(?! varying)/i.test(type)
  return {
    name,
    type: duckdbType(type),
    ...(isPadded && { isPadded }),
    ...((type === 'citext' || /^nocase$/i.test(collation)) && { collation: 'NOCASE' }),
    ...(/^rtrim$/i.test(collation) && { isPadded: true }),
    // Since MySQL 8 the names say whether accents count; the older ones ignore them.
    ...(/_ci$/i.test(collation) && {
      collation: /_as_ci$/i.test(collation) ? 'NOCASE' : 'NOCASE.NOACCENT',
      ignoresBlanks: true,
    }),
  }
}
