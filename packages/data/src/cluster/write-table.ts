import type { JsonObject } from '@parley/domain'
import { nullableType, portableType, quotedIdentifier, textLiteral } from './clickhouse-types.ts'
import { NotPortable, planObject, planObjects } from './plan-node.ts'
import type { NameColumns, Relation } from './relation.ts'

/** A table of a statement on the cluster. */
export type ClusterTable = {
  /** Where a plan finds it. */
  readonly schema: string
  readonly name: string
  /** The key of its Parquet file, below the address of the named collection. */
  readonly key: string
  /** All its columns in order, with types as DuckDB names them. */
  readonly columns: readonly { readonly name: string; readonly type: string }[]
}

export type ClusterTables = {
  readonly tables: readonly ClusterTable[]
  /** The named collection of the cluster that holds the address and the keys of the store. */
  readonly collection: string
}

/** A plan that needs only the number of rows reads this column. */
const NO_COLUMN = '18446744073709551615'

/**
 * Writes a table of a plan as the Parquet file that it stands for
 * (https://clickhouse.com/docs/sql-reference/table-functions/s3). Throws NotPortable for columns whose values differ.
 */
export function writeTable(
  { function_data: bound, column_indexes: indexes, name }: JsonObject,
  { tables, collection }: ClusterTables,
  nameColumns: NameColumns,
): Relation {
  const { schema, table: tableName } = planObject(bound)
  const table = tables.find((known) => known.schema === schema && known.name === tableName)
  if (!table || name !== 'seq_scan') throw new NotPortable('one of its tables')
  const read = planObjects(indexes).map(({ index }) => {
    const column = typeof index === 'number' ? table.columns[index] : undefined
    if (!column && index !== NO_COLUMN) throw new NotPortable('one of its columns')
    return column
  })
  const known = new Map(read.flatMap((column) => (column ? [[column.name, column.type]] : [])))
  const names = nameColumns(read.length)
  const items = read.map((column, at) => `${column ? quotedIdentifier(column.name) : '0'} AS ${names[at]}`)
  const place = [
    collection,
    `filename = ${textLiteral(table.key)}`,
    "format = 'Parquet'",
    `structure = ${textLiteral(structureOf(known.size > 0 ? known : anyColumn(table)))}`,
  ]
  return { sql: `SELECT ${items.join(', ') || '1'} FROM s3(${place.join(', ')})`, columns: names, order: [] }
}

/** The server counts rows by a column, too. */
function anyColumn({ columns }: ClusterTable): ReadonlyMap<string, string> {
  const column = columns.find(({ type }) => portableType(type) !== null)
  if (!column) throw new NotPortable('a table without simple columns')
  return new Map([[column.name, column.type]])
}

function structureOf(columns: ReadonlyMap<string, string>): string {
  const described = [...columns].map(([name, text]) => {
    const type = portableType(text)
    if (type === null) throw new NotPortable(`columns of the type ${text.slice(0, 40)}`)
    return `${quotedIdentifier(name)} ${nullableType(type)}`
  })
  return described.join(', ')
}
