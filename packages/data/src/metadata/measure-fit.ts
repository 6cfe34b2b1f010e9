import type { OpenIndex } from './open-index.ts'
import { unpackPostings } from './posting-list.ts'
import { questionWords } from './question-words.ts'
import { hasOnlyAscii, splitWords, stem } from './split-words.ts'

/** How well a data source fits a question. */
export type Fit = {
  /** The share of the question's words that the data know, from 0 to 1. */
  readonly share: number
  /** The words that they do not know, as the question writes them in lower case. */
  readonly unknown: readonly string[]
}

/** Below this share the data seem not to hold what is asked. */
export const LEAST_FIT = 0.34

/** Words of English sentences: the words of other languages say nothing about English names. */
const ENGLISH = new Set(
  'the of what which how many much is are was were show list who whose when where does did do find give for with'.split(
    ' ',
  ),
)
/** Words about data as such, and words that say only what to do. */
const OF_ANY_DATA = new Set(
  'data dataset database source table column row record field schema information info value question query name number id fewer thousand million billion'
    .split(' ')
    .map(stem),
)
/** Words that say less than this about data are not counted. */
const LEAST_WEIGHT = 0.5
/** What a longer word of the data counts for a word of the question. */
const LONGER_SHARE = 0.7
const LONGER_FROM_LETTERS = 4

/**
 * Measures how many words of a question the data source of this name knows: as names, descriptions and samples, or as
 * `known` stems with their shares, such as those of its values. Null for a question without words that could be known, and for one that is
 * not English.
 */
export function measureFit(
  index: OpenIndex,
  question: string,
  { source, known }: { readonly source: string; readonly known: ReadonlyMap<string, number> },
): Fit | null {
  const words = splitWords(question)
  if (!words.every(hasOnlyAscii) || !words.some((word) => ENGLISH.has(word))) return null
  const place = index.sources.findIndex(({ name }) => name === source)
  const holds = (term: string) => {
    const row = index.readTerm.get(term)
    return row?.sources instanceof Uint8Array && unpackPostings(row.sources).ids.includes(place)
  }
  const counted = questionWords(question).filter(
    ({ stem: own, weight }) => weight >= LEAST_WEIGHT && !/^\d+$/.test(own) && !OF_ANY_DATA.has(own),
  )
  if (counted.length === 0) return null
  const shares = counted.map(({ stem: own, spellings }) => {
    if (holds(own)) return 1
    const spelled = [...spellings].filter(([other]) => holds(other)).map(([, share]) => share)
    return Math.max(known.get(own) ?? 0, ...spelled, longer(index, own, holds))
  })
  const unknown = counted.filter((_, at) => (shares[at] ?? 0) < LEAST_FIT).map(({ stem: own }) => own)
  return {
    share: shares.reduce((sum, share) => sum + share, 0) / shares.length,
    unknown: words.filter((word, at) => unknown.includes(stem(word)) && words.indexOf(word) === at),
  }
}

function longer({ readTermsBetween }: OpenIndex, own: string, holds: (term: string) => boolean): number {
  if (own.length < LONGER_FROM_LETTERS) return 0
  const terms = readTermsBetween.all(own, `${own}\u{10ffff}`, 20)
  return terms.some(({ term }) => holds(String(term))) ? LONGER_SHARE : 0
}
