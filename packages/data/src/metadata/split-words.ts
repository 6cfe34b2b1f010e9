import { stemmer } from 'stemmer'

/** The words of an identifier or a sentence in lower case: `custOrder_2024ID` gives cust, order, 2024, id. */
export function splitWords(text: string): string[] {
  return text
    .normalize('NFKC')
    .replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
    .replace(/(\p{Lu}+)(\p{Lu}\p{Ll})/gu, '$1 $2')
    .replace(/(\p{L})(\p{N})/gu, '$1 $2')
    .replace(/(\p{N})(\p{L})/gu, '$1 $2')
    .toLowerCase()
    .split(/[^\p{L}\p{M}\p{N}]+/u)
    .filter((word) => word !== '')
}

/** The stems of a text's words, each once. */
export function stemsOf(text: string): ReadonlySet<string> {
  const known = texts.get(text)
  if (known) return known
  const stems = new Set(splitWords(text).map(stem))
  // The same identifiers and short descriptions are split for every question.
  if (text.length <= REMEMBERED_CHARACTERS) remember(texts, text, stems)
  return stems
}

const MEMORY_SIZE = 50_000
const REMEMBERED_CHARACTERS = 100
const texts = new Map<string, ReadonlySet<string>>()
const words = new Map<string, string>()

/** The stem of a word, by Porter's rules. */
export function stem(word: string): string {
  return words.get(word) ?? remember(words, word, stemmer(word))
}

function remember<Value>(memory: Map<string, Value>, key: string, value: Value): Value {
  if (memory.size >= MEMORY_SIZE) memory.clear()
  memory.set(key, value)
  return value
}
