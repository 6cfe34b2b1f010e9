import type { DatabaseSync } from 'node:sqlite'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { QueryableSource, SourceTable } from '@parley/domain'
import { foldShards } from './fold-shards.ts'
import { packNumbers, packPostings } from './posting-list.ts'
import { sourceWeights, tableWeights } from './word-weights.ts'

const SCHEMA = `
  CREATE TABLE sources (
    id INTEGER PRIMARY KEY, name TEXT NOT NULL, kind TEXT NOT NULL, source TEXT NOT NULL,
    breadth INTEGER NOT NULL, first_table INTEGER NOT NULL, table_count INTEGER NOT NULL);
  CREATE TABLE tables (
    id INTEGER PRIMARY KEY, source INTEGER NOT NULL, name TEXT NOT NULL, links BLOB NOT NULL, doc TEXT NOT NULL);
  CREATE TABLE terms (term TEXT PRIMARY KEY, tables BLOB NOT NULL, sources BLOB NOT NULL) WITHOUT ROWID;
`
/** Building an index yields to the event loop after this many milliseconds. */
const TURN_MS = 8
/** Links of one table that are kept. A table that half of a database refers to says nothing about its neighbours. */
const MAX_LINKS = 100

/**
 * Writes the lexical index of a catalog into an empty database: for every word the tables and the sources that hold
 * it, with weights. The index also stores the whole catalog, so that an answer reads nothing else.
 */
export async function buildIndex(database: DatabaseSync, sources: readonly QueryableSource[]): Promise<void> {
  database.exec(SCHEMA)
  database.exec('BEGIN')
  const words = new TermCollector()
  const insertSource = database.prepare('INSERT INTO sources VALUES (?, ?, ?, ?, ?, ?, ?)')
  const insertTable = database.prepare('INSERT INTO tables VALUES (?, ?, ?, ?, ?)')
  const pause = pacer()
  let firstTable = 0
  for (const [
    sourceId,
    { tables, connection: _, unreachable: __, offered: ___, ...source },
  ] of sources.entries()) {
    const folded = foldShards(tables)
    const breadth = folded.reduce((sum, { columns }) => sum + columns.length, 0)
    const { name, kind } = source
    insertSource.run(sourceId, name, kind, JSON.stringify(source), breadth, firstTable, folded.length)
    words.addSource(sourceId, sourceWeights({ tables, ...source }))
    const links = linksBetween(folded)
    for (const [index, table] of folded.entries()) {
      const linked = Uint32Array.from(links.get(index) ?? [], (other) => firstTable + other)
      insertTable.run(firstTable + index, sourceId, table.name, packNumbers(linked), JSON.stringify(table))
      words.addTable(firstTable + index, { sourceId, weights: tableWeights(table) })
      await pause()
    }
    firstTable += folded.length
  }
  await writeTerms(database, words, pause)
  database.exec('COMMIT')
}

/** For each table the indexes of the tables that keys link to it, in both directions. */
function linksBetween(tables: readonly SourceTable[]): Map<number, Set<number>> {
  const places = new Map(tables.map(({ name }, index) => [name, index]))
  const links = new Map(tables.map((_, index) => [index, new Set<number>()]))
  for (const [one, { keys = [] }] of tables.entries()) {
    for (const { table } of keys) {
      const other = places.get(table)
      if (other === undefined || one === other) continue
      if ((links.get(one)?.size ?? 0) < MAX_LINKS) links.get(one)?.add(other)
      if ((links.get(other)?.size ?? 0) < MAX_LINKS) links.get(other)?.add(one)
    }
  }
  return links
}

/** Returns a function that yields to the event loop when `TURN_MS` have passed since the last time. */
function pacer(): () => Promise<void> {
  let turnEnds = performance.now() + TURN_MS
  return async () => {
    if (performance.now() < turnEnds) return
    await nextTurn()
    turnEnds = performance.now() + TURN_MS
  }
}

type Posting = { readonly tables: Map<number, number>; readonly sources: Map<number, number> }

class TermCollector {
  readonly postings = new Map<string, Posting>()

  addTable(
    id: number,
    { sourceId, weights }: { sourceId: number; weights: ReadonlyMap<string, number> },
  ): void {
    for (const [term, weight] of weights) this.#postingOf(term).tables.set(id, weight)
    this.addSource(sourceId, weights)
  }

  addSource(id: number, weights: ReadonlyMap<string, number>): void {
    for (const [term, weight] of weights) {
      const { sources } = this.#postingOf(term)
      sources.set(id, Math.max(sources.get(id) ?? 0, weight))
    }
  }

  #postingOf(term: string): Posting {
    const known = this.postings.get(term)
    if (known) return known
    const posting: Posting = { tables: new Map(), sources: new Map() }
    this.postings.set(term, posting)
    return posting
  }
}

async function writeTerms(
  database: DatabaseSync,
  { postings }: TermCollector,
  pause: () => Promise<void>,
): Promise<void> {
  const insert = database.prepare('INSERT INTO terms VALUES (?, ?, ?)')
  for (const [term, { tables, sources }] of postings) {
    insert.run(term, packPostings(tables), packPostings(sources))
    await pause()
  }
}
