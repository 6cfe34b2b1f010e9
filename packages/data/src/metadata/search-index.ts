import type { DataSource, SourceTable } from '../source.ts'
import { addNeighbours, raiseLinked } from './follow-links.ts'
import { largestScores, type Scored } from './largest-scores.ts'
import type { OpenIndex } from './open-index.ts'
import type { Places } from './packed-places.ts'
import { type RankedColumn, rankColumns } from './rank-columns.ts'
import { type FoundWord, readWords } from './read-words.ts'

/** A table that a question may be about. */
export type TableHit = {
  readonly source: Omit<DataSource, 'tables' | 'connection' | 'offered'>
  readonly table: SourceTable
  /** All its columns, best first; their scores compare with those of the other hits of the same search. */
  readonly columns: readonly RankedColumn[]
}

/** After this many tables of one source, each further one counts this much less, so that a wrong guess costs less. */
const FREE_TABLES = 3
const REPEATED_SHARE = 0.95
/** So many are looked at again when tables of one source are thinned out. */
const SPREAD_OVER = 50

/**
 * Tables for a question, best first. A table counts by the words of the question that it holds, rare ones more, and by
 * how many of them its source holds altogether: the tables of one question lie together.
 */
export function searchIndex(index: OpenIndex, question: string, limit: number): TableHit[] {
  const words = readWords(index, question)
  if (words.length === 0) return []
  const scores = tableScores(index, words)
  addCoverage(index, { scores, words })
  addNeighbours(index, { scores, words })
  raiseLinked(index, scores)
  return readHits(index, { best: spreadOverSources(index, { scores, limit }), words })
}

/** The first tables in the order of the catalogue. */
export function firstTables(index: OpenIndex, limit: number): TableHit[] {
  const best = Array.from(index.sourceOf.subarray(0, limit).keys(), (id) => ({ id, score: 1 }))
  return readHits(index, { best, words: [] })
}

function tableScores({ sourceOf }: OpenIndex, words: readonly FoundWord[]): Float32Array {
  return addedUp(
    sourceOf.length,
    words.map((forms) => forms.map(({ tables, telling }) => ({ places: tables, telling }))),
  )
}

/** For each place the sum over words of what the best form of the word gives it. */
function addedUp(count: number, words: readonly { places: Places; telling: number }[][]): Float32Array {
  const scores = new Float32Array(count)
  const given = new Float32Array(count)
  for (const forms of words) {
    given.fill(0)
    for (const { places, telling } of forms) {
      for (let at = 0; at < places.ids.length; at++) {
        const id = places.ids[at] ?? 0
        const more = (places.weights[at] ?? 0) * telling - (given[id] ?? 0)
        if (more <= 0) continue
        scores[id] = (scores[id] ?? 0) + more
        given[id] = (given[id] ?? 0) + more
      }
    }
  }
  return scores
}

/** Only tables that hold a word themselves profit from what their source holds. */
function addCoverage(
  { sourceOf, coverageShares }: OpenIndex,
  { scores, words }: { scores: Float32Array; words: readonly FoundWord[] },
): void {
  const coverage = addedUp(
    coverageShares.length,
    words.map((forms) =>
      forms.map(({ sources, sourceTelling }) => ({ places: sources, telling: sourceTelling })),
    ),
  )
  for (let source = 0; source < coverage.length; source++) {
    coverage[source] = (coverage[source] ?? 0) * (coverageShares[source] ?? 1)
  }
  for (let id = 0; id < scores.length; id++) {
    const score = scores[id] ?? 0
    if (score > 0) scores[id] = score + (coverage[sourceOf[id] ?? 0] ?? 0)
  }
}

function spreadOverSources(
  { sourceOf }: OpenIndex,
  { scores, limit }: { scores: Float32Array; limit: number },
): Scored[] {
  const tablesOf = new Map<number, number>()
  const spread = largestScores(scores, Math.max(SPREAD_OVER, limit)).map(({ id, score }) => {
    const source = sourceOf[id] ?? 0
    const before = tablesOf.get(source) ?? 0
    tablesOf.set(source, before + 1)
    return { id, score: score * REPEATED_SHARE ** Math.max(0, before + 1 - FREE_TABLES) }
  })
  return spread.sort((a, b) => b.score - a.score).slice(0, limit)
}

function readHits(
  { readTable }: OpenIndex,
  { best, words }: { best: readonly Scored[]; words: readonly FoundWord[] },
): TableHit[] {
  const found = best.flatMap(({ id, score }) => {
    const row = readTable.get(id)
    if (!row) return []
    // Written by build-index.ts from values of these types.
    const source: TableHit['source'] = JSON.parse(String(row.source))
    const table: SourceTable = JSON.parse(String(row.doc))
    return [{ source, table, share: score / (best[0]?.score ?? 1) }]
  })
  return rankColumns(found, words)
}
