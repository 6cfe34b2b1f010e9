import type { DatabaseSync, StatementSync } from 'node:sqlite'
import { unpackNumbers } from './packed-places.ts'

/** An open index and what is always needed of it. */
export type OpenIndex = {
  /** The source of each table, by their numbers. */
  readonly sourceOf: Uint32Array
  /** What share of the words that a source holds counts for its tables. */
  readonly coverageShares: Float32Array
  /** The tables that a key links to one. */
  readonly linksOf: (id: number) => Uint32Array
  readonly readTerm: StatementSync
  readonly readTermsBetween: StatementSync
  readonly readTable: StatementSync
}

/** A source of more columns than this holds words by chance; the more columns, the less its words count. */
const COMMON_BREADTH = 15
const BREADTH_COST = 0.2

/** Reads what a search always needs. */
export function openIndex(database: DatabaseSync): OpenIndex {
  const tables = database.prepare('SELECT source, links FROM tables ORDER BY id').all()
  const sources = database.prepare('SELECT breadth FROM sources ORDER BY id').all()
  return {
    sourceOf: Uint32Array.from(tables, ({ source }) => Number(source)),
    coverageShares: Float32Array.from(sources, ({ breadth }) => coverageShare(Number(breadth))),
    linksOf: linkReader(tables.map(({ links }) => links)),
    readTerm: database.prepare('SELECT tables, sources FROM terms WHERE term = ?'),
    readTermsBetween: database.prepare('SELECT term FROM terms WHERE term > ? AND term < ? LIMIT ?'),
    readTable: database.prepare(
      'SELECT s.source, t.doc FROM tables t JOIN sources s ON s.id = t.source WHERE t.id = ?',
    ),
  }
}

function coverageShare(breadth: number): number {
  return 1 / (1 + BREADTH_COST * Math.max(0, Math.log(breadth / COMMON_BREADTH)))
}

/** All links lie in one array: a search follows those of many tables, and a statement for each would cost more. */
function linkReader(packed: readonly unknown[]): (id: number) => Uint32Array {
  const all: number[] = []
  const ends = packed.map((links) => {
    if (links instanceof Uint8Array) for (const other of unpackNumbers(links)) all.push(other)
    return all.length
  })
  const others = Uint32Array.from(all)
  return (id) => others.subarray(ends[id - 1] ?? 0, ends[id])
}
