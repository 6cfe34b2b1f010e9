import type { DuckDBConnection } from '@duckdb/node-api'
import { ANY_DECIMAL } from '../result/duckdb-type.ts'
import type { FetchedColumn, FetchedTable } from '../sandbox/tasks.ts'
import { exactTypes } from './exact-numbers.ts'
import { quoteName, quoteText } from './open-duckdb.ts'

/**
 * Makes tables of the rows that were fetched from databases. Each source becomes its own catalog, so that a statement
 * may name its tables with or without their schema. Returns a sentence for each column whose values were changed.
 */
export async function loadFetched(
  connection: DuckDBConnection,
  tables: readonly FetchedTable[],
): Promise<string[]> {
  const notes: string[] = []
  for (const source of new Set(tables.map((table) => table.source))) {
    await connection.run(`ATTACH ':memory:' AS ${quoteName(source)}`)
  }
  for (const table of tables) {
    const catalog = quoteName(table.source)
    const name = quoteName(table.name)
    const place = `${catalog}.${quoteName(table.schema ?? 'main')}`
    await connection.run(`CREATE SCHEMA IF NOT EXISTS ${place}`)
    await connection.run(`CREATE TABLE ${place}.${name} AS ${await selectOf(connection, { table, notes })}`)
    const original = `SELECT * FROM ${place}.${name}`
    await connection
      .run(`CREATE VIEW IF NOT EXISTS ${catalog}.main.${name} AS ${original}`)
      .catch(() => undefined)
    await connection.run(`CREATE VIEW IF NOT EXISTS memory.main.${name} AS ${original}`)
  }
  return notes
}

async function selectOf(
  connection: DuckDBConnection,
  { table, notes }: { table: FetchedTable; notes: string[] },
): Promise<string> {
  const { file, columns } = table
  const types = columns.map(({ name, type }) => `${quoteText(name)}: ${quoteText(readAs(type))}`)
  const from = `read_json(${quoteText(file)}, format = 'array', columns = {${types}}, maximum_object_size = 67108864)`
  const part = columns.filter(({ type }) => type === ANY_DECIMAL).map(({ name }) => name)
  const exact = part.length > 0 ? await exactTypes(connection, { part, from }) : new Map<string, string>()
  const expressions = columns.map((column) => expressionOf(column, exact.get(column.name)))
  notes.push(...(await changes(connection, { table, expressions, from })))
  const list = columns.map(({ name, collation }, index) => {
    const compared = collation ? `(${expressions[index]}) COLLATE ${collation}` : expressions[index]
    return `${compared} AS ${quoteName(name)}`
  })
  return `SELECT ${list} FROM ${from}`
}

const TEMPORAL = /^(DATE|TIMESTAMP)/

function readAs(type: string): string {
  return type === ANY_DECIMAL || TEMPORAL.test(type) ? 'VARCHAR' : type
}

function expressionOf({ name, type, isPadded }: FetchedColumn, exact: string | undefined): string {
  const column = quoteName(name)
  // The column becomes doubles where a value is longer than any decimal or not a number.
  if (type === ANY_DECIMAL) return `CAST(${column} AS ${exact?.startsWith('DECIMAL') ? exact : 'DOUBLE'})`
  if (isPadded) return `rtrim(${column}, ' ')`
  // Dates in DuckDB's spelling: PostgreSQL has dates before Christ. MySQL has invalid dates (0000-00-00, 2024-02-00).
  return TEMPORAL.test(type) ? `TRY_CAST(replace(${column}, ' BC', ' (BC)') AS ${type})` : column
}

/** Says how many values the expressions change, and how many texts end with blanks that the database ignores. */
async function changes(
  connection: DuckDBConnection,
  { table, expressions, from }: { table: FetchedTable; expressions: readonly string[]; from: string },
): Promise<string[]> {
  const asked = table.columns.flatMap(({ name, type, ignoresBlanks }, index) => {
    const [column, expression] = [quoteName(name), expressions[index] ?? '']
    if (TEMPORAL.test(type)) return [{ name, change: 'date', condition: `${expression} IS NULL` }]
    const isDouble = type === ANY_DECIMAL && expression.endsWith('AS DOUBLE)')
    const digits = `regexp_full_match(${column}, '[-+]?[0-9.]+') AND length(regexp_replace(${column}, '[^0-9]', '', 'g')) > 38`
    if (isDouble) return [{ name, change: 'digits', condition: digits }]
    return ignoresBlanks ? [{ name, change: 'blanks', condition: `${column} LIKE '% '` }] : []
  })
  if (asked.length === 0) return []
  const counts = asked.map(
    ({ name, condition }) => `count_if(${quoteName(name)} IS NOT NULL AND ${condition})`,
  )
  const counted = (await connection.runAndReadAll(`SELECT ${counts} FROM ${from}`)).getRowsJson()[0] ?? []
  const place = [table.source, table.schema, table.name].filter((part) => part !== null).join('.')
  return asked.flatMap(({ name, change }, index) => {
    const count = Number(counted[index])
    return count > 0 ? [`${place}: ${SENTENCES[change]?.(count, name)}`] : []
  })
}

const SENTENCES: Readonly<Record<string, (count: number, column: string) => string>> = {
  date: (count, column) =>
    count === 1
      ? `1 value of ${column} is not a date and was read as NULL.`
      : `${count} values of ${column} are no dates and were read as NULL.`,
  digits: (count, column) =>
    `${count === 1 ? '1 value' : `${count} values`} of ${column} with more than 38 digits: the column was read as approximate numbers.`,
  blanks: (count, column) =>
    count === 1
      ? `1 value of ${column} ends with blanks, which count here and do not count in the database.`
      : `${count} values of ${column} end with blanks, which count here and do not count in the database.`,
}
