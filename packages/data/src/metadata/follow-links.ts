import { largestScores } from './largest-scores.ts'
import type { OpenIndex } from './open-index.ts'
import { weightAt } from './posting-list.ts'
import type { FoundWord } from './read-words.ts'

/** How many of the best tables also score for words of their neighbours, and the share of that score that is added. */
const NEIGHBOURS_OF = 30
const NEIGHBOUR_SHARE = 0.4
/** A table that a key links to one of this many best tables gets at least this share of the best table's score. */
const LINKED_FROM = 10
const LINKED_SHARE = 0.72
/** A table linked to two of the best ones gets this share of the lower of their scores: their join may need it. */
const BRIDGING_SHARE = 0.9

/** Adds to the score of each of the best tables the words that only its neighbours hold: a join answers them together. */
export function addNeighbours(
  { linksOf }: OpenIndex,
  { scores, words }: { scores: Float32Array; words: readonly FoundWord[] },
): void {
  const gains = largestScores(scores, NEIGHBOURS_OF).map(({ id }) => {
    const neighbours = [...linksOf(id)].filter((other) => (scores[other] ?? 0) > 0)
    const gain = words.reduce((sum, word) => {
      const own = givenBy(word, id)
      return sum + Math.max(own, ...neighbours.map((other) => givenBy(word, other))) - own
    }, 0)
    return { id, gain }
  })
  for (const { id, gain } of gains) scores[id] = (scores[id] ?? 0) + NEIGHBOUR_SHARE * gain
}

/** The score that the best form of a word gives a table. */
function givenBy(forms: FoundWord, id: number): number {
  return forms.reduce((most, { tables, idf }) => Math.max(most, weightAt(tables, id) * idf), 0)
}

/** Raises the scores of tables that keys link to the best ones, and raises those between two of them more. */
export function raiseLinked({ linksOf }: OpenIndex, scores: Float32Array): void {
  const raised = new Map<number, number>()
  const linkedBefore = new Set<number>()
  for (const { id, score } of largestScores(scores, LINKED_FROM)) {
    for (const linked of linksOf(id)) {
      // The best tables come first, so the second one that links to a table has the lower score.
      const share = linkedBefore.has(linked) ? BRIDGING_SHARE : LINKED_SHARE
      raised.set(linked, Math.max(raised.get(linked) ?? 0, score * share))
      linkedBefore.add(linked)
    }
  }
  for (const [id, score] of raised) scores[id] = Math.max(scores[id] ?? 0, score)
}
