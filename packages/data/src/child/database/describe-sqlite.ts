import type { DatabaseSync, SQLOutputValue } from 'node:sqlite'
import type { SourceTable } from '@parley/domain'
import { joinName, splitName } from '../../names/table-name.ts'
import { Catalog } from '../../source/catalog.ts'
import { MAX_LISTED_VALUES, SAMPLED_ROWS } from '../../source/sample-value.ts'
import { databaseError } from './database-error.ts'
import { explainSqliteError, openSqlite } from './sqlite-connection.ts'

/** Milliseconds for counting the rows of all tables. Later tables get no count. */
const COUNTING_MS = 5000
const MAX_SAMPLED_TABLES = 500
/** Milliseconds for reading all values of columns that have few. Later columns keep a few samples. */
const LISTING_MS = 5000

/** Reads the tables and views of a SQLite file with samples of their values. */
export async function describeSqlite(path: string): Promise<SourceTable[]> {
  const database = await openSqlite(path)
  try {
    const catalog = new Catalog()
    const views = readTables(database, catalog)
    const until = performance.now() + LISTING_MS
    for (const table of catalog.tablesWithoutSamples(MAX_SAMPLED_TABLES)) {
      if (!views.has(table)) lookInto(database, { table, catalog, until })
    }
    const tables = catalog.tables()
    if (tables.length === 0) throw databaseError('error', 'The SQLite database has no tables.')
    return tables
  } catch (error) {
    throw explainSqliteError(error)
  } finally {
    database.close()
  }
}

/** Adds the tables to the catalog. Returns the views among them. */
function readTables(database: DatabaseSync, catalog: Catalog): ReadonlySet<string> {
  const views = new Set<string>()
  const until = performance.now() + COUNTING_MS
  const tables = database
    .prepare(
      "SELECT name, type FROM sqlite_schema WHERE type IN ('table', 'view') AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\'",
    )
    .all()
  for (const { name, type } of tables.map((row) => ({ name: String(row.name), type: row.type }))) {
    const columns = columnsOf(database, name)
    if (columns.length === 0) continue
    const table = joinName([name])
    // A view may never end, and SQLite cannot be interrupted.
    if (type === 'view') views.add(table)
    const isCounted = type === 'table' && performance.now() < until
    catalog.addTable(table, { description: '', rowCount: isCounted ? countRows(database, name) : null })
    for (const column of columns) {
      catalog.addColumn(table, {
        name: String(column.name),
        type: String(column.type || 'ANY'),
        description: '',
        samples: [],
      })
    }
    const links = Map.groupBy(pragma(database, 'foreign_key_list', name), ({ id }) => id)
    for (const parts of links.values()) {
      const [first] = parts
      if (!first) continue
      catalog.addKey(table, {
        columns: parts.map(({ from }) => String(from)),
        table: joinName([String(first.table)]),
        tableColumns: parts.flatMap(({ to }) => (to === null ? [] : [String(to)])),
      })
    }
  }
  return views
}

/**
 * Returns the columns, including generated ones, without hidden columns of virtual tables. Returns none for a
 * broken view.
 */
function columnsOf(database: DatabaseSync, table: string) {
  try {
    return pragma(database, 'table_xinfo', table).filter(({ hidden }) => hidden !== 1)
  } catch {
    return []
  }
}

function pragma(database: DatabaseSync, name: 'table_xinfo' | 'foreign_key_list', table: string) {
  return database.prepare(`SELECT * FROM pragma_${name}(?)`).all(table)
}

/** Returns null for a table that is damaged or whose module is missing. */
function countRows(database: DatabaseSync, table: string): number | null {
  try {
    return Number(database.prepare(`SELECT count(*) AS n FROM ${quoted(table)}`).get()?.n ?? 0)
  } catch {
    return null
  }
}

function lookInto(
  database: DatabaseSync,
  { table, catalog, until }: { table: string; catalog: Catalog; until: number },
): void {
  try {
    const name = quoted(splitName(table)[0] ?? '')
    const statement = database.prepare(`SELECT * FROM ${name} LIMIT ${SAMPLED_ROWS}`)
    statement.setReadBigInts(true)
    const rows = statement.all().map((row) => Object.fromEntries(Object.entries(row).map(plain)))
    for (const column of catalog.addSampleRows(table, rows)) {
      if (performance.now() > until) return
      const values = `SELECT DISTINCT ${quoted(column)} AS value FROM ${name} LIMIT ${MAX_LISTED_VALUES + 2}`
      catalog.addValues(
        table,
        column,
        database
          .prepare(values)
          .all()
          .map(({ value }) => value),
      )
    }
  } catch {
    // A table may be damaged, or its module may be missing. The other tables are still described.
  }
}

function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`
}

/** Integers of 64 bits become text, because JSON has none. */
function plain([name, value]: [string, SQLOutputValue]): [string, unknown] {
  return [name, typeof value === 'bigint' ? String(value) : value]
}
