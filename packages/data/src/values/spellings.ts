import { splitWords, stem } from '../metadata/split-words.ts'

/** A word as the index compares it: in lower case, without marks, and its stem. */
export type FoldedWord = { readonly word: string; readonly stem: string }

/** Most stored texts are ASCII in words and numbers. They are split by one expression. */
const PLAIN = /^[\x20-\x7e]*$/

/** The words of a value or of a part of a question. `McDonald` stays one word. */
export function foldWords(text: string): FoldedWord[] {
  const folded = text.toLowerCase().replace(/[’'`]/g, '')
  const words = PLAIN.test(folded) ? (folded.match(/[a-z]+|[0-9]+/g) ?? []) : splitWords(folded)
  return words.map((word) => ({ word, stem: stem(word) }))
}

/** Spellings under which a whole value is found: its stems, its letters without blanks, and its initials. */
export function keysOf(words: readonly FoldedWord[]): string[] {
  if (words.length === 0) return []
  const keys = [stemsKey(words)]
  if (words.length > 1) keys.push(joinedKey(words))
  if (words.length > 1 && words.length <= 5) keys.push(initialsKey(words.map(({ word }) => word[0]).join('')))
  return keys
}

/** The key of a value by the stems of its words. */
export function stemsKey(words: readonly FoldedWord[]): string {
  return words.map((one) => one.stem).join(' ')
}

/**
 * The key of a value written without blanks, in the singular. A stem of the joined text would cut other letters than a
 * stem of its last word.
 */
export function joinedKey(words: readonly FoldedWord[]): string {
  return `=${singular(words.map(({ word }) => word).join(''))}`
}

/** A word without the ending of an English plural. */
export function singular(word: string): string {
  if (word.endsWith('ies')) return `${word.slice(0, -3)}y`
  if (/(?:ss|x|ch|sh)es$/.test(word)) return word.slice(0, -2)
  return word.endsWith('s') && !word.endsWith('ss') ? word.slice(0, -1) : word
}

/** The key of initials, such as those of `United States`. */
export function initialsKey(letters: string): string {
  return `~${letters}`
}

/** The key of the values that hold a word of this stem. */
export function holdsKey(stem: string): string {
  return `:${stem}`
}

/** The runs of three letters of a word, its beginning and its end marked. */
export function gramsOf(word: string): string[] {
  const padded = `^${word}$`
  const grams = new Set<string>()
  for (let at = 0; at + 3 <= padded.length; at++) grams.add(padded.slice(at, at + 3))
  return [...grams]
}

/** The key of the words of this many letters that hold a run of three. */
export function gramKey(gram: string, letters: number): string {
  return `${gram}${letters}`
}
