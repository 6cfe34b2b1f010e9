import type { DuckDBConnection } from '@duckdb/node-api'
import type { ResultColumn } from '@parley/domain'
import { ANY_DECIMAL } from '../result/duckdb-type.ts'
import type { FetchedTable } from '../sandbox/tasks.ts'
import { exactTypes } from './exact-numbers.ts'
import { quoteName, quoteText } from './open-duckdb.ts'

/**
 * Makes tables of the rows that were fetched from databases. Each source becomes its own catalog, so that a statement
 * may name its tables with or without their schema.
 */
export async function loadFetched(
  connection: DuckDBConnection,
  tables: readonly FetchedTable[],
): Promise<void> {
  for (const source of new Set(tables.map((table) => table.source))) {
    await connection.run(`ATTACH ':memory:' AS ${quoteName(source)}`)
  }
  for (const table of tables) {
    const catalog = quoteName(table.source)
    const name = quoteName(table.name)
    const place = `${catalog}.${quoteName(table.schema ?? 'main')}`
    await connection.run(`CREATE SCHEMA IF NOT EXISTS ${place}`)
    await connection.run(`CREATE TABLE ${place}.${name} AS ${await selectOf(connection, table)}`)
    const original = `SELECT * FROM ${place}.${name}`
    await connection
      .run(`CREATE VIEW IF NOT EXISTS ${catalog}.main.${name} AS ${original}`)
      .catch(() => undefined)
    await connection.run(`CREATE VIEW IF NOT EXISTS memory.main.${name} AS ${original}`)
  }
}

async function selectOf(connection: DuckDBConnection, { file, columns }: FetchedTable): Promise<string> {
  const types = columns.map(({ name, type }) => `${quoteText(name)}: ${quoteText(readAs(type))}`)
  const from = `read_json(${quoteText(file)}, format = 'array', columns = {${types}}, maximum_object_size = 67108864)`
  const part = columns.filter(({ type }) => type === ANY_DECIMAL).map(({ name }) => name)
  const exact = part.length > 0 ? await exactTypes(connection, { part, from }) : new Map<string, string>()
  return `SELECT ${columns.map((column) => expressionOf(column, exact.get(column.name)))} FROM ${from}`
}

const TEMPORAL = /^(DATE|TIMESTAMP)/

function readAs(type: string): string {
  return type === ANY_DECIMAL || TEMPORAL.test(type) ? 'VARCHAR' : type
}

/** Dates in DuckDB's spelling: MySQL has invalid dates (0000-00-00), PostgreSQL dates before Christ. */
function expressionOf({ name, type }: ResultColumn, exact: string | undefined): string {
  const column = quoteName(name)
  // The nearest double where a value is longer than any decimal or not a number.
  if (type === ANY_DECIMAL)
    return `CAST(${column} AS ${exact?.startsWith('DECIMAL') ? exact : 'DOUBLE'}) AS ${column}`
  if (!TEMPORAL.test(type)) return column
  const date = `replace(CASE WHEN ${column} NOT LIKE '0000-00-00%' THEN ${column} END, ' BC', ' (BC)')`
  return `CAST(${date} AS ${type}) AS ${column}`
}
