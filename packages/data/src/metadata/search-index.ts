import type { DatabaseSync } from 'node:sqlite'
import type { DataSource, SourceColumn, SourceTable } from '../source.ts'
import { type Places, unpackPlaces } from './packed-places.ts'
import { questionStems } from './split-words.ts'
import { columnWeights } from './word-weights.ts'

/** A table that a question may be about. */
export type TableHit = {
  readonly source: Omit<DataSource, 'tables' | 'connection' | 'offered'>
  readonly table: SourceTable
  /** All its columns, those with words of the question first. */
  readonly columns: readonly SourceColumn[]
  /** How many of them have such words. */
  readonly matchedCount: number
}

/** Tables linked by a key to one of the best count this share of it. */
const LINKED_FROM = 8
const LINKED_SHARE = 0.8
/** The first column of a table and those of its keys come before others that no word speaks for. */
const KEY_BONUS = 0.05
const FIRST_BONUS = 0.03

/** An open index and what is always needed of it. */
export type OpenIndex = {
  readonly database: DatabaseSync
  /** The source of each table, by their numbers. */
  readonly sourceOf: Uint32Array
  readonly sourceCount: number
}

/** Reads what a search always needs. */
export function readIndex(database: DatabaseSync): OpenIndex {
  const rows = database.prepare('SELECT source FROM tables ORDER BY id').all()
  const sources = database.prepare('SELECT count(*) AS n FROM sources').get()
  return {
    database,
    sourceOf: Uint32Array.from(rows, ({ source }) => Number(source)),
    sourceCount: Number(sources?.n),
  }
}

/**
 * Tables for a question, best first. A table counts by the words of the question that it holds, rare ones more, and by
 * how many of them its source holds altogether: the tables of one question lie together.
 */
export function searchIndex(index: OpenIndex, question: string, limit: number): TableHit[] {
  const terms = readTerms(index, questionStems(question))
  if (terms.length === 0) return []
  const scores = addCoverage(index, { scores: tableScores(index, terms), terms })
  raiseLinked(index, scores)
  return largest(scores, limit).flatMap((id) => readHit(index, { id, terms }) ?? [])
}

/** The first tables in the order of the catalogue. */
export function firstTables(index: OpenIndex, limit: number): TableHit[] {
  const ids = Array.from(index.sourceOf.subarray(0, limit).keys())
  return ids.flatMap((id) => readHit(index, { id, terms: [] }) ?? [])
}

type Term = {
  readonly stem: string
  readonly tables: Places
  readonly sources: Places
  /** How telling it is among tables, and among sources. */
  readonly idf: number
  readonly sourceIdf: number
}

function readTerms({ database, sourceOf, sourceCount }: OpenIndex, stems: readonly string[]): Term[] {
  const read = database.prepare('SELECT tables, sources FROM terms WHERE term = ?')
  return stems.flatMap((stem) => {
    const row = read.get(stem)
    if (!(row?.tables instanceof Uint8Array && row.sources instanceof Uint8Array)) return []
    const [tables, sources] = [unpackPlaces(row.tables), unpackPlaces(row.sources)]
    const telling = idf(sourceOf.length, tables.ids.length)
    return [{ stem, tables, sources, idf: telling, sourceIdf: idf(sourceCount, sources.ids.length) }]
  })
}

function idf(total: number, holding: number): number {
  return Math.log(1 + (total - holding + 0.5) / (holding + 0.5))
}

function tableScores({ sourceOf }: OpenIndex, terms: readonly Term[]): Float32Array {
  const scores = new Float32Array(sourceOf.length)
  for (const { tables, idf: telling } of terms) addPlaces(scores, tables, telling)
  return scores
}

function addPlaces(scores: Float32Array, { ids, weights }: Places, factor: number): void {
  for (let at = 0; at < ids.length; at++) {
    const id = ids[at] ?? 0
    scores[id] = (scores[id] ?? 0) + (weights[at] ?? 0) * factor
  }
}

/** Only tables that hold a word themselves profit from what their source holds. */
function addCoverage(
  { sourceOf, sourceCount }: OpenIndex,
  { scores, terms }: { scores: Float32Array; terms: readonly Term[] },
): Float32Array {
  const coverage = new Float32Array(sourceCount)
  for (const { sources, sourceIdf } of terms) addPlaces(coverage, sources, sourceIdf)
  return scores.map((score, id) => (score > 0 ? score + (coverage[sourceOf[id] ?? 0] ?? 0) : 0))
}

function raiseLinked({ database }: OpenIndex, scores: Float32Array): void {
  const read = database.prepare('SELECT other FROM links WHERE one = ?')
  for (const id of largest(scores, LINKED_FROM)) {
    const share = (scores[id] ?? 0) * LINKED_SHARE
    for (const { other } of read.all(id)) {
      const linked = Number(other)
      scores[linked] = Math.max(scores[linked] ?? 0, share)
    }
  }
}

/** The places of the largest scores above zero, largest first. */
function largest(scores: Float32Array, count: number): number[] {
  const best: number[] = []
  let smallest = 0
  for (let id = 0; id < scores.length; id++) {
    const score = scores[id] ?? 0
    if (score <= smallest) continue
    const at = best.findIndex((other) => (scores[other] ?? 0) < score)
    best.splice(at < 0 ? best.length : at, 0, id)
    if (best.length > count) best.pop()
    if (best.length === count) smallest = scores[best.at(-1) ?? 0] ?? 0
  }
  return best
}

function readHit(
  { database }: OpenIndex,
  { id, terms }: { id: number; terms: readonly Term[] },
): TableHit | null {
  const row = database
    .prepare('SELECT s.source, t.doc FROM tables t JOIN sources s ON s.id = t.source WHERE t.id = ?')
    .get(id)
  if (!row) return null
  // Written by build-index.ts from values of these types.
  const source: TableHit['source'] = JSON.parse(String(row.source))
  const table: SourceTable = JSON.parse(String(row.doc))
  return { source, table, ...orderedColumns(table, terms) }
}

function orderedColumns(
  table: SourceTable,
  terms: readonly Term[],
): Pick<TableHit, 'columns' | 'matchedCount'> {
  const keyColumns = new Set((table.keys ?? []).flatMap(({ columns }) => columns))
  const scored = table.columns.map((column, index) => {
    const weights = columnWeights(column)
    const matched = terms.reduce((sum, { stem, idf: telling }) => sum + (weights.get(stem) ?? 0) * telling, 0)
    const bonus = (keyColumns.has(column.name) ? KEY_BONUS : 0) + (index === 0 ? FIRST_BONUS : 0)
    return { column, matched, score: matched + bonus }
  })
  return {
    columns: scored.toSorted((a, b) => b.score - a.score).map(({ column }) => column),
    matchedCount: scored.filter(({ matched }) => matched > 0).length,
  }
}
