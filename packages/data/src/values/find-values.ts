import { isStopWord } from '../metadata/question-words.ts'
import { stem, stemsOf } from '../metadata/split-words.ts'
import { countEdits } from './count-edits.ts'
import { type FoldedWord, foldWords, holdsKey, initialsKey, joinedKey, stemsKey } from './spellings.ts'
import { type HeldValue, MOST_HOLDING, type ValueIndex } from './value-index.ts'

/** A stored value that a question names, perhaps in another spelling. */
export type NamedValue = {
  /** As the question writes it. */
  readonly asked: string
  /** As the column holds it. */
  readonly stored: string
  /** `source.table.column`. */
  readonly column: string
  /** How sure the match is; comparable within a question. From 2 on, the words asked are the whole value. */
  readonly score: number
  /** Whether the words asked are all words of the value, perhaps misspelled, and not a part of a longer one. */
  readonly isWhole: boolean
}

/** Finds the values that a question names, the surest first. `names` are stems of tables and columns, which name no value alone. */
export type FindValues = (question: string, names: ReadonlySet<string>) => NamedValue[]

type Token = FoldedWord & { readonly start: number; readonly end: number; readonly text: string }
/** A value, how many words it has, and how well it matches. */
type Match = HeldValue & { readonly score: number }

/** Words of a question, and words of one value that are read together. */
const MOST_TOKENS = 60
const MOST_TOGETHER = 8
/** Values offered for one place of a question. */
const MOST_OFFERED = 4
/** Values that are alike as a whole. */
const MOST_ALIKE = 40
/** The fewest letters of a word that may be misspelled, and of a word that may have two wrong letters. */
const MIN_LETTERS = 4
const LONG_LETTERS = 8
/** The score of a misspelled word, and of the beginning of a word; a whole word scores 1. */
const MISSPELLED = 0.7
const BEGINNING = 0.8
/** What the score gains from a word of the question in the name of the column. */
const MENTIONED = 0.1
/** Values that are compared by the share of their words. */
const MOST_COMPARED = 60
/** Groups of words of a run that name values together. */
const MOST_GROUPS = 2
/** Words that are compared letter by letter, and those of them that are searched. */
const MOST_SIMILAR = 60
const MOST_LIKE = 5
/** Words that begin with one of the question. */
const MOST_LONGER = 4
/** Share of a value's words that a question has to name. */
const MIN_COVERAGE = 0.5

/** The search in an index. */
export function searchIn(index: ValueIndex): FindValues {
  return (question, names) => findValues(question, { ...index, names })
}

type Search = ValueIndex & { readonly names: ReadonlySet<string> }

function findValues(question: string, search: Search): NamedValue[] {
  const tokens = tokensOf(question)
  const taken = new Set<Token>()
  const found: NamedValue[] = []
  for (let size = Math.min(MOST_TOGETHER, tokens.length); size >= 1; size--)
    for (let at = 0; at + size <= tokens.length; at++) {
      const words = tokens.slice(at, at + size)
      if (words.some((word) => taken.has(word)) || isPlain(words)) continue
      const matches = matchWhole(words, search)
      if (matches.length === 0) continue
      // A word alone may also be a part of a longer value.
      if (size > 1) for (const word of words) taken.add(word)
      found.push(...offered(question, { words, matches, search }))
    }
  const parts = tokens
    .filter((word) => !taken.has(word) && !isPlain([word]) && !isName(word, search))
    .map((token) => ({ token, holding: holdersOf(token, search) }))
  for (const run of adjacent(parts, tokens)) found.push(...matchParts(question, { run, search }))
  return distinct(found)
}

function distinct(found: readonly NamedValue[]): NamedValue[] {
  return [
    ...new Map(found.toReversed().map((one) => [`${one.column} ${one.stored}`, one])).values(),
  ].toReversed()
}

/** The words of a question and their places. */
export function tokensOf(question: string): Token[] {
  return [...question.matchAll(/[\p{L}\p{M}\p{N}]+(?:[’'`]\p{L}+)?/gu)]
    .slice(0, MOST_TOKENS)
    .flatMap((match) => {
      const [text] = match
      const place = { start: match.index, end: match.index + text.length, text }
      return foldWords(text).map((word) => ({ ...word, ...place }))
    })
}

/** Words that name no value: stop words, unless they stand in capitals, and single digits. */
function isPlain(words: readonly Token[]): boolean {
  return words.every(({ word, text }) => (isStopWord(word) && !isInitials(text)) || /^\d$/.test(word))
}

/** A name of a table or column, unless it stands in capitals inside the question, as in "Latin victories". */
function isName({ stem, text, start }: Token, { names }: Search): boolean {
  return names.has(stem) && (start === 0 || !/^\p{Lu}/u.test(text))
}

function isInitials(text: string): boolean {
  return /^\p{Lu}{2,5}$/u.test(text)
}

/** Values of which these words are the whole: in another case, number or accent, without blanks, or by initials. */
function matchWhole(words: readonly Token[], { holders }: Search): Match[] {
  const [only] = words
  const keys = [stemsKey(words), joinedKey(words)]
  if (words.length === 1 && only && isInitials(only.text)) keys.push(initialsKey(only.word))
  const matches = new Map<number, Match>()
  for (const [index, key] of keys.entries())
    for (const held of holders(key, MOST_ALIKE))
      if (!matches.has(held.id)) matches.set(held.id, { ...held, score: 3 - index })
  return [...matches.values()]
}

type Part = { readonly token: Token; readonly holding: readonly Match[] }

/** Values that hold a word, or else the words nearest to it. */
function holdersOf(token: Token, search: Search): Match[] {
  const { word, stem: own } = token
  const same = holding(own, 1, search)
  if (word.length < MIN_LETTERS) return same
  // A word of a title may be the misspelled name of a country: both are offered.
  if (same.length > 0) return [...same, ...misspelled(token, search).filter(({ words }) => words === 1)]
  const longer = search.wordsAfter(word, MOST_LONGER)
  if (longer.length > 0) return longer.flatMap((one) => holding(stem(one), BEGINNING, search))
  return misspelled(token, search)
}

function holding(own: string, score: number, { holders }: Search): Match[] {
  return holders(holdsKey(own), MOST_HOLDING).map((held) => ({ ...held, score }))
}

/** Values that hold one of the words that are spelled nearly like this one. */
function misspelled({ word, stem: own }: Token, search: Search): Match[] {
  const edits = word.length >= LONG_LETTERS ? 2 : 1
  return search
    .wordsLike(word, { edits, most: MOST_SIMILAR })
    .filter((near) => stem(near) !== own)
    .map((near) => ({ near, distance: countEdits(word, near) }))
    .filter(({ distance }) => distance <= edits)
    .toSorted((a, b) => a.distance - b.distance)
    .slice(0, MOST_LIKE)
    .flatMap(({ near, distance }) => holding(stem(near), MISSPELLED / distance, search))
}

/** Runs of words that stand beside each other in the question, stop words between them left out. */
function adjacent(parts: readonly Part[], tokens: readonly Token[]): Part[][] {
  const runs: Part[][] = []
  let last = -9
  for (const part of parts.filter(({ holding }) => holding.length > 0)) {
    const at = tokens.indexOf(part.token)
    const run = runs.at(-1)
    if (run && at - last <= 2) run.push(part)
    else runs.push([part])
    last = at
  }
  return runs
}

/** Values of which the words of a run are a large part. */
function matchParts(
  question: string,
  { run, search }: { readonly run: readonly Part[]; readonly search: Search },
): NamedValue[] {
  const scores = new Map<number, { sum: number; readonly count: number; readonly named: Set<Token> }>()
  // Of values that share one word with the question, those with a rarer word come first.
  for (const { token, holding } of run.toSorted((a, b) => a.holding.length - b.holding.length))
    for (const { id, words, score } of holding) {
      const known = scores.get(id) ?? { sum: 0, count: words, named: new Set() }
      if (!known.named.has(token)) known.sum += score
      known.named.add(token)
      scores.set(id, known)
    }
  const alike = [...scores]
    .map(([id, { sum, count, named }]) => {
      const score = sum / Math.max(count, named.size)
      return { id, words: count, named: [...named], score, sum }
    })
    .filter(({ score, sum }) => score >= MIN_COVERAGE * (MISSPELLED / 2) || sum >= 2)
    .toSorted((a, b) => b.sum * b.score - a.sum * a.score)
  // Each group is compared alone: a common word must not crowd out the values of a rare one.
  const groups = Map.groupBy(alike, ({ named }) => named.map(({ start }) => start).join())
  return [...groups.values()]
    .slice(0, MOST_GROUPS)
    .flatMap((same) =>
      offered(question, { words: same[0]?.named ?? [], matches: same.slice(0, MOST_COMPARED), search }),
    )
}

function offered(
  question: string,
  {
    words,
    matches,
    search,
  }: { readonly words: readonly Token[]; readonly matches: readonly Match[]; readonly search: Search },
): NamedValue[] {
  const start = Math.min(...words.map((word) => word.start))
  const end = Math.max(...words.map((word) => word.end))
  const asked = question.slice(start, end)
  const named = stemsOf(question)
  return matches
    .flatMap(({ id, words: count, score }) => {
      const row = search.stored(id)
      if (!row) return []
      const { text, column } = row
      // Of equal values in several columns the question names one, or its table.
      const mentions = [...stemsOf(column)].filter((one) => named.has(one)).length
      const isWhole = score >= 2 || words.length >= count
      return [{ asked, stored: text, column, score: score + MENTIONED * mentions, isWhole }]
    })
    .toSorted((a, b) => b.score - a.score)
    .slice(0, MOST_OFFERED)
}
