import type { Definition } from '@parley/domain'
import { compareWords, type KnownQuestion, overlap, type Rarity, scoreQuestion } from './compare-questions.ts'
import { readAnswer } from './read-answer.ts'
import { readWording, type Wording } from './read-wording.ts'
import { similarWords } from './similar-words.ts'

/** A definition that fits a question. */
export type FoundDefinition = {
  readonly definition: Definition
  /** For a question: whether it asks the same, not only something like it. */
  readonly isSame: boolean
  readonly score: number
  /** The synonym that the question uses; absent where it uses the name. */
  readonly synonym?: string
}

/**
 * A verified question is shown when its words are this similar to those asked, or when it or its statement has this
 * share of them.
 */
const SHOWN = { words: 0.3, known: 0.6 }
/** One common word says little. */
const MIN_COMMON_WORDS = 2
const LABEL_CHARACTERS = 500
const MOST_REMEMBERED = 5000

type Read = KnownQuestion & {
  readonly definition: Definition
  /** The words of wording and statement. */
  readonly all: ReadonlySet<string>
}

const remembered = new Map<string, Omit<Read, 'definition'>>()

/** Returns the verified questions that are worded like a question, in no order. */
export function rankQuestions(question: string, definitions: readonly Definition[]): FoundDefinition[] {
  const wording = readWording(question)
  const all = definitions.map((definition) => ({ definition, ...readOnce(definition) }))
  const rarity = rarityAmong(all)
  const similar = similarWords([...wording.words.keys()], new Set(all.flatMap((one) => [...one.all])))
  const near = new Set(similar.values().flatMap((words) => [...words]))
  const asked = { wording, pairs: pairsOf(wording), similar, near }
  return all.flatMap((one) => {
    const { words, known, common } = compareWords(asked, one, rarity)
    const isAlike = words >= SHOWN.words && common >= Math.min(MIN_COMMON_WORDS, one.wording.words.size)
    const isKnown = known >= SHOWN.known && wording.words.size >= MIN_COMMON_WORDS
    if (!isAlike && !isKnown) return []
    const score = scoreQuestion(asked, { ...one, words, known }, rarity)
    return [{ definition: one.definition, isSame: isWordedSame(wording, one.wording), score }]
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

/** The inverse share of the questions that have a word, as a logarithm. Each word is computed once. */
function rarityAmong(all: readonly Read[]): Rarity {
  const counts = new Map<string, number>()
  for (const one of all) for (const word of one.all) counts.set(word, (counts.get(word) ?? 0) + 1)
  const known = new Map<string, number>()
  return (word) => {
    const rarity = known.get(word) ?? Math.log(1 + (all.length + 1) / ((counts.get(word) ?? 0) + 0.5))
    known.set(word, rarity)
    return rarity
  }
}

/**
 * Whether both have the same numbers and operations, and the same words in the same order: "students of a teacher" are
 * not "teachers of a student".
 */
function isWordedSame(asked: Wording, known: Wording): boolean {
  return (
    [...asked.words.keys()].join(' ') === [...known.words.keys()].join(' ') &&
    overlap(asked.operations, known.operations) === 1 &&
    overlap(asked.numbers, known.numbers) === 1
  )
}

function pairsOf({ words }: Wording): ReadonlySet<string> {
  const all = [...words.keys()]
  return new Set(all.slice(1).map((word, at) => `${all[at]} ${word}`))
}
