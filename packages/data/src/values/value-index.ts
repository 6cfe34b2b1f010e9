import type { DatabaseSync } from 'node:sqlite'
import { hashText, numbersIn } from './posting-bucket.ts'
import { gramKey, gramsOf } from './spellings.ts'

/** A value that stands under a key, and how many words it has besides stop words. */
export type HeldValue = { readonly id: number; readonly words: number }

/** A value as its column stores it. */
type StoredValue = {
  readonly text: string
  /** `source.table.column`. */
  readonly column: string
}

/** The reading side of an index that `buildValues` wrote. */
export type ValueIndex = {
  /** The first values under a key, up to the given number. */
  readonly holders: (key: string, most: number) => HeldValue[]
  readonly stored: (id: number) => StoredValue | null
  /** Words of values with about as many letters that share most runs of three letters, up to the given number. */
  readonly wordsLike: (word: string, options: { readonly edits: number; readonly most: number }) => string[]
  /** Words of values that begin with this word and are longer, up to the given number. */
  readonly wordsAfter: (word: string, most: number) => string[]
}

/** Tables of the index. Texts and postings are rows of many, because a row for each costs ten times the time. */
export const SCHEMA = `
  CREATE TABLE columns (first INTEGER PRIMARY KEY, name TEXT NOT NULL);
  CREATE TABLE texts (block INTEGER PRIMARY KEY, texts TEXT NOT NULL);
  CREATE TABLE keys (bucket INTEGER PRIMARY KEY, postings BLOB NOT NULL);
  CREATE TABLE words (number INTEGER PRIMARY KEY, word TEXT NOT NULL);
  CREATE TABLE grams (bucket INTEGER PRIMARY KEY, postings BLOB NOT NULL);
`
/** Made when the words are written. */
export const WORD_INDEX = 'CREATE INDEX words_by_text ON words (word)'
/** Maximum number of values that are kept and read under one key. A key of more values distinguishes little. */
export const MOST_HOLDING = 300
/** Texts of a row. */
export const BLOCK = 32
/** The number of a posting is that of a value, with the count of its words in the lowest bits. */
const WORD_BITS = 7
const MOST_WORDS = 2 ** WORD_BITS - 1
/** The most words of one length with the same run of three letters that are counted for one word. */
const MOST_COUNTED = 2 ** 20

/** The number of a posting for a value. */
export function packHeld({ id, words }: HeldValue): number {
  return id * 2 ** WORD_BITS + Math.min(MOST_WORDS, words)
}

/** Opens an index for searches. */
export function openValueIndex(database: DatabaseSync): ValueIndex {
  const columns = database.prepare('SELECT first, name FROM columns ORDER BY first').all()
  const firsts = columns.map(({ first }) => Number(first))
  const names = columns.map(({ name }) => String(name))
  const readTexts = database.prepare('SELECT texts FROM texts WHERE block = ?')
  const keyed = postingReader(database, 'keys')
  return {
    holders: (key, most) =>
      Array.from(keyed(key, most), (number) => ({
        id: number >>> WORD_BITS,
        words: number & MOST_WORDS,
      })),
    stored: (id) => {
      const block = readTexts.get(Math.floor(id / BLOCK))?.texts
      const column = names[lastNotAbove(id, firsts)]
      if (typeof block !== 'string' || column === undefined) return null
      return { text: String(JSON.parse(block)[id % BLOCK]), column }
    },
    ...openWords(database),
  }
}

function openWords(database: DatabaseSync): Pick<ValueIndex, 'wordsLike' | 'wordsAfter'> {
  const count = Number(database.prepare('SELECT count(*) AS count FROM words').get()?.count)
  const readWord = database.prepare('SELECT word FROM words WHERE number = ?')
  const readAfter = database.prepare(
    'SELECT word FROM words WHERE word > ? AND word < ? ORDER BY word LIMIT ?',
  )
  const ofGram = postingReader(database, 'grams')
  let shared: Uint8Array | null = null
  return {
    wordsLike(word, { edits, most }) {
      shared ??= new Uint8Array(count)
      const counts = shared.fill(0)
      const seen: number[] = []
      for (const gram of gramsOf(word))
        for (let letters = word.length - edits; letters <= word.length + edits; letters++)
          for (const number of ofGram(gramKey(gram, letters), MOST_COUNTED)) {
            if (counts[number] === 0) seen.push(number)
            counts[number] = (counts[number] ?? 0) + 1
          }
      return mostShared(seen, { counts, most }).map((number) => String(readWord.get(number)?.word))
    },
    wordsAfter: (word, most) => readAfter.all(word, `${word}\u{10ffff}`, most).map((row) => String(row.word)),
  }
}

/** The numbers counted most often, up to the given number. */
function mostShared(
  seen: readonly number[],
  { counts, most }: { readonly counts: Uint8Array; readonly most: number },
): number[] {
  const tally = new Uint32Array(256)
  for (const number of seen) tally[counts[number] ?? 0] = (tally[counts[number] ?? 0] ?? 0) + 1
  // All words with a higher count fit.
  let [least, room] = [255, most]
  while (least > 1 && (tally[least] ?? 0) < room) room -= tally[least--] ?? 0
  const best = seen.filter((number) => (counts[number] ?? 0) > least)
  const others = seen.filter((number) => counts[number] === least)
  return [...best, ...others].slice(0, most)
}

function postingReader(
  database: DatabaseSync,
  table: 'keys' | 'grams',
): (key: string, most: number) => Uint32Array {
  const statement = database.prepare(
    `SELECT postings FROM ${table} WHERE bucket <= ? ORDER BY bucket DESC LIMIT 1`,
  )
  return (key, most) => {
    const { bucket, hash } = hashText(key)
    const packed = statement.get(bucket)?.postings
    return packed instanceof Uint8Array ? numbersIn(packed, { hash, most }) : new Uint32Array()
  }
}

/** The index of the last of ascending `numbers` that is not above `number`; -1 where all are above it. */
function lastNotAbove(number: number, numbers: readonly number[]): number {
  let [from, to] = [0, numbers.length]
  while (from < to) {
    const middle = (from + to) >> 1
    if ((numbers[middle] ?? 0) <= number) from = middle + 1
    else to = middle
  }
  return from - 1
}
