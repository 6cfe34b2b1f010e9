import type { DatabaseSync, StatementSync } from 'node:sqlite'
import { unpackNumbers } from './posting-list.ts'

/** A source of an index and the numbers of its tables, which follow each other. */
export type IndexedSource = {
  readonly name: string
  readonly kind: string
  readonly firstTable: number
  readonly tableCount: number
}

/** An open index, with the parts that every search needs in memory. */
export type OpenIndex = {
  /** The number of each table's source, by the number of the table. */
  readonly sourceOf: Uint32Array
  readonly sources: readonly IndexedSource[]
  /** The share of its words that a source adds to the scores of its tables, by the number of the source. */
  readonly coverageShares: Float32Array
  /** The numbers of the tables that keys link to a table. */
  readonly linksOf: (id: number) => Uint32Array
  readonly readTerm: StatementSync
  readonly readTermsBetween: StatementSync
  readonly readTable: StatementSync
  /** The names of the tables from one number to before another. */
  readonly readNames: StatementSync
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
    readTerm: database.prepare('SELECT tables, sources FROM terms WHERE term = ?'),
    readTermsBetween: database.prepare('SELECT term FROM terms WHERE term > ? AND term < ? LIMIT ?'),
    readTable: database.prepare(
      'SELECT s.source, t.doc FROM tables t JOIN sources s ON s.id = t.source WHERE t.id = ?',
    ),
    readNames: database.prepare('SELECT name FROM tables WHERE id >= ? AND id < ? ORDER BY id'),
  }
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
