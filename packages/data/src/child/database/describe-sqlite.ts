import type { DatabaseSync, SQLOutputValue } from 'node:sqlite'
import { Catalogue } from '../../engines/catalogue.ts'
import type { SourceTable } from '../../source.ts'
import { joinName, splitName } from '../../sql/table-name.ts'
import { databaseError } from './database-error.ts'
import { explainSqliteError, openSqlite } from './sqlite-connection.ts'

/** Counting every row of every table stops here; later tables get no count. */
const COUNTING_MS = 5000
const LOOKED_INTO = 500

/** Reads the tables and views of a SQLite file with samples of their values. */
export async function describeSqlite(path: string): Promise<SourceTable[]> {
  const database = await openSqlite(path)
  try {
    const catalogue = new Catalogue()
    const views = readTables(database, catalogue)
    for (const table of catalogue.tablesWithoutSamples(LOOKED_INTO)) {
      if (!views.has(table)) lookInto(database, { table, catalogue })
    }
    const tables = catalogue.tables()
    if (tables.length === 0) throw databaseError('error', 'The SQLite database has no tables.')
    return tables
  } catch (error) {
    throw explainSqliteError(error)
  } finally {
    database.close()
  }
}

/** Gives the views among them. */
function readTables(database: DatabaseSync, catalogue: Catalogue): ReadonlySet<string> {
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
    // What a view computes may never end, and nothing could stop it.
    if (type === 'view') views.add(table)
    const isCounted = type === 'table' && performance.now() < until
    catalogue.addTable(table, { description: '', rowCount: isCounted ? countRows(database, name) : null })
    for (const column of columns) {
      catalogue.addColumn(table, {
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
      catalogue.addKey(table, {
        columns: parts.map(({ from }) => String(from)),
        table: joinName([String(first.table)]),
        tableColumns: parts.flatMap(({ to }) => (to === null ? [] : [String(to)])),
      })
    }
  }
  return views
}

/** Generated columns too, hidden ones of virtual tables not. None of a view that is broken. */
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

/** Null for a table that is damaged, or of a module that is not there. */
function countRows(database: DatabaseSync, table: string): number | null {
  try {
    return Number(database.prepare(`SELECT count(*) AS n FROM ${quoted(table)}`).get()?.n ?? 0)
  } catch {
    return null
  }
}

function lookInto(
  database: DatabaseSync,
  { table, catalogue }: { table: string; catalogue: Catalogue },
): void {
  try {
    const statement = database.prepare(`SELECT * FROM ${quoted(splitName(table)[0] ?? '')} LIMIT 50`)
    statement.setReadBigInts(true)
    const rows = statement.all().map((row) => Object.fromEntries(Object.entries(row).map(plain)))
    catalogue.addSampleRows(table, rows)
  } catch {
    // A table may be damaged, or of a module that is not there; the others still count.
  }
}

function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`
}

/** JSON has no integers of 64 bits. */
function plain([name, value]: [string, SQLOutputValue]): [string, unknown] {
  return [name, typeof value === 'bigint' ? String(value) : value]
}
