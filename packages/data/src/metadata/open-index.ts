import type { DatabaseSync } from 'node:sqlite'
import type { SourceTable } from '@parley/domain'
import { type PostingList, unpackNumbers, unpackPostings } from './posting-list.ts'
import { remembered, rememberedOf } from './remembered.ts'
import type { TableHit } from './table-hit.ts'

/** A source of an index and the numbers of its tables, which follow each other. */
export type IndexedSource = {
  readonly name: string
  readonly kind: string
  readonly firstTable: number
  readonly tableCount: number
}

/** Where a term occurs. */
type Postings = { readonly tables: PostingList; readonly sources: PostingList }

/** A table of an index with its source. */
type IndexedTable = Pick<TableHit, 'source' | 'table'>

/** An open index, with the parts that every search needs in memory. */
export type OpenIndex = {
  /** The number of each table's source, by the number of the table. */
  readonly sourceOf: Uint32Array
  readonly sources: readonly IndexedSource[]
  /** The share of its words that a source adds to the scores of its tables, by the number of the source. */
  readonly coverageShares: Float32Array
  /** The numbers of the tables that keys link to a table. */
  readonly linksOf: (id: number) => Uint32Array
  /** Null for a term that the index does not have. */
  readonly readTerm: (term: string) => Postings | null
  /** At most 20 terms that begin with the given letters and are longer. */
  readonly longerTerms: (beginning: string) => readonly string[]
  /** Null for a number that no table has. */
  readonly readTable: (id: number) => IndexedTable | null
  /** The names of the tables of one of its sources. */
  readonly readNames: (source: IndexedSource) => readonly string[]
}

/** A source with more columns than this holds words by chance: the more columns, the less its words count. */
const COMMON_BREADTH = 15
const BREADTH_COST = 0.2

/** Reads the parts of an index that every search needs. */
export function openIndex(database: DatabaseSync): OpenIndex {
  const tables = database.prepare('SELECT source, links FROM tables ORDER BY id').all()
  const sources = database
    .prepare('SELECT name, kind, breadth, first_table, table_count FROM sources ORDER BY id')
    .all()
  return {
    sourceOf: Uint32Array.from(tables, ({ source }) => Number(source)),
    sources: sources.map(({ name, kind, first_table, table_count }) => ({
      name: String(name),
      kind: String(kind),
      firstTable: Number(first_table),
      tableCount: Number(table_count),
    })),
    coverageShares: Float32Array.from(sources, ({ breadth }) => coverageShare(Number(breadth))),
    linksOf: linkReader(tables.map(({ links }) => links)),
    readTerm: termReader(database),
    longerTerms: longerTermReader(database),
    readTable: tableReader(database),
    readNames: nameReader(database),
  }
}

/**
 * What an open index keeps of what questions read: the same words and tables come in most questions of an owner. With these
 * find_metadata takes 1.0 ms of the processor instead of 2.4. At most 100 indexes are open, so what is large is read again.
 */
const KEPT_TERMS = 500
const MOST_PLACES = 100
const KEPT_TABLES = 32
const MOST_COLUMNS = 40

function termReader(database: DatabaseSync): OpenIndex['readTerm'] {
  const statement = database.prepare('SELECT tables, sources FROM terms WHERE term = ?')
  const read = (term: string): Postings | null => {
    const row = statement.get(term)
    if (!(row?.tables instanceof Uint8Array && row.sources instanceof Uint8Array)) return null
    return { tables: unpackPostings(row.tables), sources: unpackPostings(row.sources) }
  }
  const isSmall = (postings: Postings | null) => (postings?.tables.ids.length ?? 0) <= MOST_PLACES
  return remembered(read, { most: KEPT_TERMS, isSmall })
}

const MOST_LONGER = 20

function longerTermReader(database: DatabaseSync): OpenIndex['longerTerms'] {
  const statement = database.prepare('SELECT term FROM terms WHERE term > ? AND term < ? LIMIT ?')
  const read = (beginning: string) =>
    statement.all(beginning, `${beginning}\u{10ffff}`, MOST_LONGER).map(({ term }) => String(term))
  return remembered(read, { most: KEPT_TERMS })
}

function tableReader(database: DatabaseSync): OpenIndex['readTable'] {
  const statement = database.prepare(
    'SELECT s.source, t.doc FROM tables t JOIN sources s ON s.id = t.source WHERE t.id = ?',
  )
  const read = (id: number): IndexedTable | null => {
    const row = statement.get(id)
    if (!row) return null
    // Written by build-index.ts from values of these types.
    const source: IndexedTable['source'] = JSON.parse(String(row.source))
    const table: SourceTable = JSON.parse(String(row.doc))
    return { source, table }
  }
  const isSmall = (found: IndexedTable | null) => (found?.table.columns.length ?? 0) <= MOST_COLUMNS
  return remembered(read, { most: KEPT_TABLES, isSmall })
}

function nameReader(database: DatabaseSync): OpenIndex['readNames'] {
  const statement = database.prepare('SELECT name FROM tables WHERE id >= ? AND id < ? ORDER BY id')
  return rememberedOf(({ firstTable, tableCount }: IndexedSource) =>
    statement.all(firstTable, firstTable + tableCount).map(({ name }) => String(name)),
  )
}

function coverageShare(breadth: number): number {
  return 1 / (1 + BREADTH_COST * Math.max(0, Math.log(breadth / COMMON_BREADTH)))
}

/** Reads all links into one array, because a search follows the links of many tables. */
function linkReader(packed: readonly unknown[]): (id: number) => Uint32Array {
  const all: number[] = []
  const ends = packed.map((links) => {
    if (links instanceof Uint8Array) for (const other of unpackNumbers(links)) all.push(other)
    return all.length
  })
  const others = Uint32Array.from(all)
  return (id) => others.subarray(ends[id - 1] ?? 0, ends[id])
}
