import type { SourceColumn, SourceTable } from '@parley/domain'
import { quotedName } from '../names/quoted-name.ts'
import { splitName } from '../names/table-name.ts'
import type { FilterValue, NamedTable, PushedFilter } from '../sandbox/tasks.ts'

export type RemoteDialect = 'postgresql' | 'mysql' | 'sqlite' | 'clickhouse' | 'trino'

/** A SELECT that fetches the rows that a joining statement needs of one database table. */
export type RemoteSelect = {
  readonly sql: string
  readonly columns: readonly SourceColumn[]
  /** How many filters the SELECT contains. */
  readonly filterCount: number
}

/** Writes that SELECT in the dialect of the database; it asks for one row more than `maxRows` to notice too many rows. */
export function remoteSelect(
  table: SourceTable,
  { columns: names, filters }: NamedTable,
  { dialect, maxRows }: { dialect: RemoteDialect; maxRows: number },
): RemoteSelect {
  const wanted = table.columns.filter(({ name }) => names === null || names.includes(name.toLowerCase()))
  // A statement such as count(*) needs rows but no columns.
  const columns = wanted.length > 0 ? wanted : table.columns.slice(0, 1)
  const conditions = filters.flatMap((filter) => conditionOf(filter, { table, dialect }) ?? [])
  const quote = (name: string) => quotedName(name, dialect)
  const where = conditions.length > 0 ? ` WHERE ${conditions.join(' AND ')}` : ''
  const sql = `SELECT ${columns.map(({ name }) => quote(name)).join(', ')} FROM ${splitName(table.name).map(quote).join('.')}${where} LIMIT ${maxRows + 1}`
  return { sql, columns, filterCount: conditions.length }
}

/** Null when the engines may compare the values differently. */
function conditionOf(
  { column: name, operator, values }: PushedFilter,
  { table, dialect }: { table: SourceTable; dialect: RemoteDialect },
): string | null {
  const column = table.columns.find((candidate) => candidate.name.toLowerCase() === name)
  if (!column || values.length === 0 || !values.every((value) => isComparable(column, value, operator)))
    return null
  const literals = values.map((value) => literalOf(value, dialect))
  const right = operator === 'IN' ? `(${literals.join(', ')})` : literals[0]
  return `${quotedName(column.name, dialect)} ${operator} ${right}`
}

const NUMBER_TYPE = /int|numeric|decimal|double|float|real|serial/i
const TEXT_TYPE = /char|text|string|enum|uuid/i
const DATE_TYPE = /^(nullable\()?date/i

/** The order of texts depends on collations, so only equality of texts is pushed. */
function isComparable(
  { type }: SourceColumn,
  { kind }: FilterValue,
  operator: PushedFilter['operator'],
): boolean {
  if (kind === 'number') return NUMBER_TYPE.test(type)
  if (kind === 'date') return DATE_TYPE.test(type)
  return TEXT_TYPE.test(type) && (operator === '=' || operator === 'IN')
}

function literalOf({ kind, value }: FilterValue, dialect: RemoteDialect): string {
  if (kind === 'number') return value
  if (kind === 'date' && dialect === 'clickhouse') return `toDate('${value}')`
  if (kind === 'date') return dialect === 'sqlite' ? `'${value}'` : `DATE '${value}'`
  const hasEscapes = dialect === 'mysql' || dialect === 'clickhouse'
  const text = hasEscapes ? value.replaceAll('\\', '\\\\') : value
  return `'${text.replaceAll("'", "''")}'`
}
