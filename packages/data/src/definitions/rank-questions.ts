import type { Definition } from '@parley/domain'
import { readAnswer, type StatementReading } from './read-answer.ts'
import { readWording, type Wording } from './read-wording.ts'
import { similarWords } from './similar-words.ts'

/** A definition that fits a question. */
export type FoundDefinition = {
  readonly definition: Definition
  /** For a question: whether it asks the same, not only something like it. */
  readonly isSame: boolean
  readonly score: number
}

/** What each part of a score counts; see bench/meaning.bench.mjs. The similarity of the words counts 1. */
const WEIGHTS = { known: 0.4, operations: 0.35, statement: 0.25, numbers: 0.25, order: 0.15 }
/** What a similar word counts, and one that only the statement has. */
const SIMILAR_WORD = 0.5
const STATEMENT_WORD = 0.8
/** A question is shown when its words are this similar, or so many of the asked ones are known to its statement. */
const SHOWN = { words: 0.3, known: 0.6 }
/** One common word says little. */
const MIN_COMMON_WORDS = 2
const LABEL_CHARACTERS = 500
const MOST_REMEMBERED = 5000

type Read = {
  readonly definition: Definition
  readonly wording: Wording
  /** Words that follow each other. */
  readonly pairs: ReadonlySet<string>
  readonly answer: StatementReading
  /** The words of both. */
  readonly all: ReadonlySet<string>
}
type Rarity = (word: string) => number

const remembered = new Map<string, Omit<Read, 'definition'>>()

/** Returns the verified questions that are worded like a question, in no order. */
export function rankQuestions(question: string, definitions: readonly Definition[]): FoundDefinition[] {
  const asked = readWording(question)
  const askedPairs = pairsOf(asked)
  const all = definitions.map((definition) => ({ definition, ...readOnce(definition) }))
  const rarity = rarityAmong(all)
  const similar = similarWords([...asked.words.keys()], new Set(all.flatMap((one) => [...one.all])))
  return all.flatMap((one) => {
    const { words, known, common } = compareWords(asked, { ...one, rarity, similar })
    const { wording, pairs, answer } = one
    const isAlike = words >= SHOWN.words && common >= Math.min(MIN_COMMON_WORDS, wording.words.size)
    const isKnown = known >= SHOWN.known && asked.words.size >= MIN_COMMON_WORDS
    if (!isAlike && !isKnown) return []
    const operations = overlap(asked.operations, wording.operations)
    const numbers = overlap(asked.numbers, wording.numbers)
    const hasNumbers = asked.numbers.size + wording.numbers.size > 0
    const score =
      words +
      WEIGHTS.known * known +
      WEIGHTS.operations * operations +
      WEIGHTS.statement * overlap(asked.operations, answer.operations) +
      WEIGHTS.numbers * (hasNumbers ? numbers - 0.5 : 0) +
      WEIGHTS.order * overlap(askedPairs, pairs)
    const isSame = operations === 1 && numbers === 1 && isWordedSame(asked, wording)
    return [{ definition: one.definition, isSame, score }]
  })
}

function readOnce({ name, expression }: Definition): Omit<Read, 'definition'> {
  const key = JSON.stringify([name, expression])
  const known = remembered.get(key)
  if (known) return known
  const wording = readWording(name.slice(0, LABEL_CHARACTERS))
  const answer = readAnswer(expression)
  const all = new Set([...wording.words.keys(), ...answer.words])
  const read = { wording, pairs: pairsOf(wording), answer, all }
  if (remembered.size >= MOST_REMEMBERED) remembered.clear()
  remembered.set(key, read)
  return read
}

function rarityAmong(all: readonly Read[]): Rarity {
  const counts = new Map<string, number>()
  for (const one of all) for (const word of one.all) counts.set(word, (counts.get(word) ?? 0) + 1)
  return (word) => Math.log(1 + (all.length + 1) / ((counts.get(word) ?? 0) + 0.5))
}

type Compared = Pick<Read, 'wording' | 'answer'> & {
  readonly rarity: Rarity
  readonly similar: ReadonlyMap<string, ReadonlySet<string>>
}

/** The cosine of the words, rare ones more, and the share of the asked words that wording and statement know. */
function compareWords(asked: Wording, { wording, answer, rarity, similar }: Compared) {
  const weight = (word: string, count: number) => (rarity(word) * count) ** 2
  let [product, known, length, common] = [0, 0, 0, 0]
  for (const [word, count] of asked.words) {
    const own = weight(word, count)
    const near = similar.get(word)
    const isNear = (other: string) => near?.has(other) === true && !asked.words.has(other)
    const same = wording.words.get(word)
    const share =
      same === undefined
        ? Number(near !== undefined && near.size > 0 && wording.words.keys().some(isNear)) * SIMILAR_WORD
        : Math.min(1, same / count)
    product += share * own
    common += Number(share > 0)
    known += Math.max(share, inStatement(word, { answer, near })) * own
    length += own
  }
  const other = [...wording.words].reduce((sum, [word, count]) => sum + weight(word, count), 0)
  return {
    words: length * other > 0 ? Math.min(1, product / Math.sqrt(length * other)) : 0,
    known: length > 0 ? known / length : 0,
    common,
  }
}

function inStatement(
  word: string,
  { answer, near }: { readonly answer: StatementReading; readonly near: ReadonlySet<string> | undefined },
): number {
  if (answer.words.has(word)) return STATEMENT_WORD
  return near && near.size > 0 && answer.words.keys().some((other) => near.has(other))
    ? STATEMENT_WORD * SIMILAR_WORD
    : 0
}

/** The same words in the same order: "students of a teacher" are not "teachers of a student". */
function isWordedSame(asked: Wording, wording: Wording): boolean {
  return [...asked.words.keys()].join(' ') === [...wording.words.keys()].join(' ')
}

function pairsOf({ words }: Wording): ReadonlySet<string> {
  const all = [...words.keys()]
  return new Set(all.slice(1).map((word, at) => `${all[at]} ${word}`))
}

/** The share of two sets that is common; 1 for two empty ones. */
function overlap(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  let common = 0
  for (const one of a) if (b.has(one)) common++
  const all = a.size + b.size - common
  return all === 0 ? 1 : common / all
}
