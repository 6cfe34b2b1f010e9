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
 * The collations of a table's columns by column, where the database compares texts other than by their bytes. Empty where
 * it does not tell.
 */
export async function readCollations({
  table,
  connection,
  options,
}: DatabaseTable): Promise<ReadonlyMap<string, string>> {
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

/** A fetched column whose texts DuckDB compares as the database does. */
export function fetchedColumn({ name, type }: SourceColumn, collation = ''): FetchedColumn {
  const isPadded = /^(char|character|bpchar)\b(?! varying)/i.test(type)
  return {
    name,
    type: duckdbType(type),
    ...(isPadded && { isPadded }),
    ...(type === 'citext' && { collation: 'NOCASE' }),
    // Since MySQL 8 the names say whether accents count; the older ones ignore them.
    ...(/_ci$/i.test(collation) && { collation: /_as_ci$/i.test(collation) ? 'NOCASE' : 'NOCASE.NOACCENT' }),
  }
}
