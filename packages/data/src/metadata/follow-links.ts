import { largestScores } from './largest-scores.ts'
import type { OpenIndex } from './open-index.ts'
import { weightAt } from './packed-places.ts'
import type { FoundWord } from './read-words.ts'

/** This many best tables count their neighbours' words, and words of neighbours count this share. */
const NEIGHBOURS_OF = 30
const NEIGHBOUR_SHARE = 0.4
/** A table linked by a key to one of this many best counts this share of it. */
const LINKED_FROM = 10
const LINKED_SHARE = 0.72
/** One that is linked to two of them counts this share of the lesser one: their join may go through it. */
const BRIDGING_SHARE = 0.9

/** What tables that a key links answer together: each of the best also counts the words that only its neighbours hold. */
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

/** What the best form of a word gives a table. */
function givenBy(forms: FoundWord, id: number): number {
  return forms.reduce((most, { tables, telling }) => Math.max(most, weightAt(tables, id) * telling), 0)
}

/** Tables that a key links to good ones, and more those that lie between two of them. */
export function raiseLinked({ linksOf }: OpenIndex, scores: Float32Array): void {
  const raised = new Map<number, number>()
  const linkedBefore = new Set<number>()
  for (const { id, score } of largestScores(scores, LINKED_FROM)) {
    for (const linked of linksOf(id)) {
      // The best come first: the second that links to a table is the lesser of the two.
      const share = linkedBefore.has(linked) ? BRIDGING_SHARE : LINKED_SHARE
      raised.set(linked, Math.max(raised.get(linked) ?? 0, score * share))
      linkedBefore.add(linked)
    }
  }
  for (const [id, score] of raised) scores[id] = Math.max(scores[id] ?? 0, score)
}
