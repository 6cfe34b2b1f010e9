import { everydayStems } from './everyday-words.ts'
import { isFrameWord } from './frame-words.ts'
import type { OpenIndex } from './open-index.ts'
import { questionWords } from './question-words.ts'
import { hasOnlyAscii, splitWords, stem } from './split-words.ts'

/** How well a data source fits a question. */
export type Fit = {
  /** The share of the question's words that the data know, from 0 to 1, by their weight. */
  readonly share: number
  /** The words that they do not know, as the question writes them in lower case. */
  readonly unknown: readonly string[]
}

/** Below this share the data seem not to hold what is asked. */
export const LEAST_FIT = 0.48
/** A word is named as unknown when the data know less than this share of it. */
const LEAST_SHARE = 0.34

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
/** The kind of a chart, and parts of a year: "as a line chart", "in Q1". */
const OF_THE_ANSWER =
  /\b(?:(?:line|bar|column|pie|donut|scatter|area)[- ](?=(?:chart|graph|plot|diagram)s?\b)|[qh][1-4]\b)/gi
/** Words that say less than this about data are not counted. */
const LEAST_WEIGHT = 0.5
/** The weight of the first word about data, because questions begin with what they ask for. */
const FIRST_WEIGHT = 1.5
/** The known share of a word for which the data have another word that people use in its place. */
const ALIKE_SHARE = 0.8
/** The known share of a word for which the data have only a longer word that begins with it. */
const LONGER_SHARE = 0.7
const LONGER_FROM_LETTERS = 4

/** What is known besides the index. */
export type KnownWords = {
  /** Shares of stems that values hold. */
  readonly known: ReadonlyMap<string, number>
  /**
   * Stems that only samples hold, and only as a word that the question does not use: the name Park does not mean
   * parking.
   */
  readonly sampled: ReadonlySet<string>
}

/**
 * Measures how many words of a question the data source of this name knows: as names and descriptions, or as values.
 * Null for a question without words that could be known, and for one that is not English.
 */
export function measureFit(
  index: OpenIndex,
  text: string,
  { source, known, sampled }: KnownWords & { readonly source: string },
): Fit | null {
  const question = text.replaceAll(OF_THE_ANSWER, ' ')
  const words = splitWords(question)
  if (!words.every(hasOnlyAscii) || !words.some((word) => ENGLISH.has(word))) return null
  const place = index.sources.findIndex(({ name }) => name === source)
  const holds = (term: string) => index.readTerm(term)?.sources.ids.includes(place) === true
  const isNamed = (own: string) => holds(own) && !sampled.has(own)
  const asked = questionWords(question).filter(({ stem: own }) => !/^\d+$/.test(own) && !OF_ANY_DATA.has(own))
  const measured = asked.filter(isTelling).map(({ stem: own, spellings }) => {
    const spelled = [...spellings].filter(([other]) => holds(other)).map(([, share]) => share ** 2)
    const alike = everydayStems(own).some(holds) ? ALIKE_SHARE : 0
    const share = isNamed(own) ? 1 : Math.max(alike, ...spelled, longer(index, own, holds))
    return { own, share: Math.max(share, known.get(own) ?? 0) }
  })
  const ofSubject = measured.filter(({ own, share }) => share === 1 || !isFrameWord(own))
  // "Which month had the highest total?" is about a column called total, and "who is the youngest?" about an age.
  const isOfName = asked.some((word) => !isTelling(word) && isNamed(word.stem))
  if (ofSubject.length === 0 && isOfName) return { share: 1, unknown: [] }
  const counted = ofSubject.length > 0 ? ofSubject : measured
  if (counted.length === 0) return null
  const unknown = counted.filter(({ share }) => share < LEAST_SHARE).map(({ own }) => own)
  return {
    share: meanOf(counted.map(({ share }) => share)),
    unknown: words.filter((word, at) => unknown.includes(stem(word)) && words.indexOf(word) === at),
  }
}

/** Whether a word may be about data, and does not only say what to do with them. */
function isTelling({ weight }: { readonly weight: number }): boolean {
  return weight >= LEAST_WEIGHT
}

function meanOf([first = 0, ...others]: readonly number[]): number {
  const sum = others.reduce((total, share) => total + share, FIRST_WEIGHT * first)
  return sum / (FIRST_WEIGHT + others.length)
}

function longer({ longerTerms }: OpenIndex, own: string, holds: (term: string) => boolean): number {
  if (own.length < LONGER_FROM_LETTERS) return 0
  return longerTerms(own).some(holds) ? LONGER_SHARE : 0
}
