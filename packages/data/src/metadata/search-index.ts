import { addNeighbours, raiseLinked } from './follow-links.ts'
import { largestScores, type Scored } from './largest-scores.ts'
import type { OpenIndex } from './open-index.ts'
import type { PostingList } from './posting-list.ts'
import { rankColumns } from './rank-columns.ts'
import { type FoundWord, readWords } from './read-words.ts'
import type { TableHit } from './table-hit.ts'

/** After this many tables of one source, each further one keeps this share of its score, so that a wrong source costs less. */
const FREE_TABLES = 4
const REPEATED_SHARE = 0.96
/** How many of the best tables are ranked again when further tables of a source lose score. */
const SPREAD_OVER = 50

/**
 * Tables for a question, best first. The score of a table is the sum over the words that it holds, rare words more, and
 * over the words that its whole source holds, because the tables of one question are in one source.
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

/** The first tables in the order of the catalog. */
export function firstTables(index: OpenIndex, limit: number): TableHit[] {
  const best = Array.from(index.sourceOf.subarray(0, limit).keys(), (id) => ({ id, score: 1 }))
  return readHits(index, { best, words: [] })
}

function tableScores({ sourceOf }: OpenIndex, words: readonly FoundWord[]): Float32Array {
  return addedUp(
    sourceOf.length,
    words.map((forms) => forms.map(({ tables, idf }) => ({ places: tables, idf }))),
  )
}

/** For each table or source the sum over words of the score that the best form of the word gives it. */
function addedUp(count: number, words: readonly { places: PostingList; idf: number }[][]): Float32Array {
  const scores = new Float32Array(count)
  const given = new Float32Array(count)
  for (const forms of words) {
    given.fill(0)
    for (const { places, idf } of forms) {
      for (let at = 0; at < places.ids.length; at++) {
        const id = places.ids[at] ?? 0
        const more = (places.weights[at] ?? 0) * idf - (given[id] ?? 0)
        if (more <= 0) continue
        scores[id] = (scores[id] ?? 0) + more
        given[id] = (given[id] ?? 0) + more
      }
    }
  }
  return scores
}

/** Adds the words of the source to the tables that hold a word themselves. */
function addCoverage(
  { sourceOf, coverageShares }: OpenIndex,
  { scores, words }: { scores: Float32Array; words: readonly FoundWord[] },
): void {
  const coverage = addedUp(
    coverageShares.length,
    words.map((forms) => forms.map(({ sources, sourceIdf }) => ({ places: sources, idf: sourceIdf }))),
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
    const found = readTable(id)
    return found ? [{ ...found, share: score / (best[0]?.score ?? 1) }] : []
  })
  return rankColumns(withoutWeakOffers(found), words)
}

/**
 * Leaves out tables that the service offers to every user where a table of the owner fits better: they must not crowd
 * the owner's data out of an answer.
 */
function withoutWeakOffers<Found extends { readonly source: TableHit['source']; readonly share: number }>(
  found: readonly Found[],
): readonly Found[] {
  const own = found.find(({ source }) => source.kind !== 'ledger')
  return own ? found.filter(({ source, share }) => source.kind !== 'ledger' || share > own.share) : found
}
