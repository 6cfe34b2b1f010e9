import { stemmer } from 'stemmer'

/** Latin letters that are no base letter with a mark, and how most identifiers spell them. */
const LATIN_SPELLINGS: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ı: 'i',
}

/**
 * The words of an identifier or a sentence in lower case: `custOrder_2024ID` gives cust, order, 2024, id. Latin letters
 * lose their marks, because identifiers often lack them. Scripts without spaces are split by a dictionary.
 */
export function splitWords(text: string): string[] {
  return hasOnlyAscii(text) ? splitAscii(text) : splitAny(text)
}

/** The same for text without other letters, in less than half the time: classes of Unicode letters are slow to match. */
function splitAscii(text: string): string[] {
  const apart = text
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .replace(/([A-Z]+)([A-Z][a-z])/g, '$1 $2')
    .replace(/([A-Za-z])([0-9])/g, '$1 $2')
    .replace(/([0-9])([A-Za-z])/g, '$1 $2')
  return apart.toLowerCase().match(/[a-z0-9]+/g) ?? []
}

function splitAny(text: string): string[] {
  return (
    text
      .normalize('NFKC')
      // The normal form takes a vowel of Thai and of Lao apart, and the dictionary has it whole.
      .replaceAll('\u0e4d\u0e32', '\u0e33')
      .replaceAll('\u0ecd\u0eb2', '\u0eb3')
      .replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
      .replace(/(\p{Lu}+)(\p{Lu}\p{Ll})/gu, '$1 $2')
      .replace(/(\p{L})(\p{N})/gu, '$1 $2')
      .replace(/(\p{N})(\p{L})/gu, '$1 $2')
      .toLowerCase()
      .split(/[^\p{L}\p{M}\p{N}]+/u)
      .filter((word) => word !== '')
      .flatMap((word) => (hasOnlyAscii(word) ? word : wordsBeyondAscii(word)))
  )
}

/** Whether a word is spelled in ASCII, as English ones are. */
export function hasOnlyAscii(word: string): boolean {
  return /^\p{ASCII}*$/u.test(word)
}

const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u
/** One dictionary serves all scripts without spaces; it is loaded when the first such word comes. */
let segmenter: Intl.Segmenter | undefined

function wordsBeyondAscii(word: string): string[] {
  if (UNSPACED.test(word)) {
    segmenter ??= new Intl.Segmenter('und', { granularity: 'word' })
    return Array.from(segmenter.segment(word))
      .filter(({ isWordLike }) => isWordLike)
      .map(({ segment }) => segment)
  }
  const plain = word
    .replace(/[ßæœøłđðþı]/g, (letter) => LATIN_SPELLINGS[letter] ?? letter)
    .normalize('NFD')
    .replace(/(\p{Script=Latin})\p{M}+/gu, '$1')
  return [plain.normalize('NFC')]
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

/** The stems of the words of a name of at most 100 characters, in their order. */
export function stemsInOrder(name: string): readonly string[] {
  return names.get(name) ?? remember(names, name, splitWords(name).map(stem))
}

const MEMORY_SIZE = 50_000
const REMEMBERED_CHARACTERS = 100
const texts = new Map<string, ReadonlySet<string>>()
const names = new Map<string, readonly string[]>()
const words = new Map<string, string>()

/** The stem of a word, by Porter's rules for English; a word with other letters is its own stem. */
export function stem(word: string): string {
  return words.get(word) ?? remember(words, word, hasOnlyAscii(word) ? stemmer(word) : word)
}

function remember<Value>(memory: Map<string, Value>, key: string, value: Value): Value {
  if (memory.size >= MEMORY_SIZE) memory.clear()
  memory.set(key, value)
  return value
}
