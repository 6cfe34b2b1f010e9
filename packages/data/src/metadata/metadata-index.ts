import { DatabaseSync } from 'node:sqlite'
import type { DataSource, SourceColumn, SourceTable } from '../source.ts'
import { questionWords, splitWords } from './split-words.ts'

/** A table with the columns that matter for a question, best first. */
export type TableHit = {
  readonly source: DataSource
  readonly table: SourceTable
  /** Columns whose words occur in the question, best first. */
  readonly columns: readonly SourceColumn[]
}

/** A lexical index over one owner's catalogue. Close it when done. */
export type MetadataIndex = {
  /** Tables for a question, best first; tables without a word in common are left out. */
  readonly search: (question: string, limit?: number) => TableHit[]
  readonly close: () => void
}

/** How much a word weighs by where it stands: source, table name, description, column names, column descriptions and samples. */
const TABLE_WEIGHTS = '2.0, 6.0, 4.0, 3.0, 1.0'
/** Column name, description, samples. */
const COLUMN_WEIGHTS = '5.0, 3.0, 1.0'
const CANDIDATES = 200
const COLUMN_CANDIDATES = 1000
/** A table counts by its own words and by this many of its best columns. */
const COUNTED_COLUMNS = 4

/** Builds the index in memory (DESIGN decision 6). Identifiers are split into words and stemmed. */
export function buildMetadataIndex(sources: readonly DataSource[]): MetadataIndex {
  const database = new DatabaseSync(':memory:')
  database.exec(`
    CREATE VIRTUAL TABLE table_words USING fts5(source, name, description, columns, details, content='', tokenize='porter unicode61');
    CREATE VIRTUAL TABLE column_words USING fts5(name, description, samples, content='', tokenize='porter unicode61');
  `)
  const tables = sources.flatMap((source) => source.tables.map((table) => ({ source, table })))
  const columns = fill(database, tables)
  return {
    search: (question, limit = 20) => search(database, { question, limit, tables, columns }),
    close: () => database.close(),
  }
}

type CatalogueTable = { readonly source: DataSource; readonly table: SourceTable }
type CatalogueColumn = { readonly tableIndex: number; readonly column: SourceColumn }

function fill(database: DatabaseSync, tables: readonly CatalogueTable[]): CatalogueColumn[] {
  const insertTable = database.prepare(
    'INSERT INTO table_words(rowid, source, name, description, columns, details) VALUES (?, ?, ?, ?, ?, ?)',
  )
  const insertColumn = database.prepare(
    'INSERT INTO column_words(rowid, name, description, samples) VALUES (?, ?, ?, ?)',
  )
  const columns: CatalogueColumn[] = []
  database.exec('BEGIN')
  for (const [tableIndex, { source, table }] of tables.entries()) {
    insertTable.run(
      tableIndex,
      words(source.name, source.description),
      words(table.name),
      words(table.description),
      words(...table.columns.map(({ name }) => name)),
      words(...table.columns.flatMap(({ description, samples }) => [description, ...samples])),
    )
    for (const column of table.columns) {
      insertColumn.run(
        columns.length,
        words(column.name),
        words(column.description),
        words(...column.samples),
      )
      columns.push({ tableIndex, column })
    }
  }
  database.exec('COMMIT')
  return columns
}

function words(...texts: string[]): string {
  return texts.flatMap(splitWords).join(' ')
}

type SearchContext = {
  readonly question: string
  readonly limit: number
  readonly tables: readonly CatalogueTable[]
  readonly columns: readonly CatalogueColumn[]
}

function search(database: DatabaseSync, { question, limit, tables, columns }: SearchContext): TableHit[] {
  const query = questionWords(question)
    .map((word) => `"${word}"`)
    .join(' OR ')
  if (query === '') return []

  const scores = new Map<number, number>()
  for (const { rowid, score } of ranked(database, {
    table: 'table_words',
    weights: TABLE_WEIGHTS,
    query,
    limit: CANDIDATES,
  })) {
    scores.set(rowid, score)
  }
  const matched = new Map<number, { column: SourceColumn; score: number }[]>()
  for (const { rowid, score } of ranked(database, {
    table: 'column_words',
    weights: COLUMN_WEIGHTS,
    query,
    limit: COLUMN_CANDIDATES,
  })) {
    const entry = columns[rowid]
    if (!entry) continue
    const list = matched.get(entry.tableIndex) ?? []
    matched.set(entry.tableIndex, list)
    list.push({ column: entry.column, score })
    if (list.length <= COUNTED_COLUMNS)
      scores.set(entry.tableIndex, (scores.get(entry.tableIndex) ?? 0) + score)
  }
  return [...scores]
    .toSorted(([, a], [, b]) => b - a)
    .slice(0, limit)
    .flatMap(([index]) => {
      const table = tables[index]
      return table ? [{ ...table, columns: (matched.get(index) ?? []).map(({ column }) => column) }] : []
    })
}

function ranked(
  database: DatabaseSync,
  { table, weights, query, limit }: { table: string; weights: string; query: string; limit: number },
): { rowid: number; score: number }[] {
  const rows = database
    .prepare(
      `SELECT rowid, -bm25(${table}, ${weights}) AS score FROM ${table} WHERE ${table} MATCH ? ORDER BY score DESC LIMIT ?`,
    )
    .all(query, limit)
  return rows.map(({ rowid, score }) => ({ rowid: Number(rowid), score: Number(score) }))
}
