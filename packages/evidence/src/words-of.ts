/** Maximum words of a text that are compared. The rest of a longer text is ignored. */
const MAX_WORDS = 12

/** The words of a text, in lower case and without accents. Each Chinese character is a word, as no blanks part them. */
export function wordsOf(text: string): string[] {
  const words = isAscii(text) ? text.toLowerCase().match(PLAIN_WORD) : fold(text).match(wordPattern(text))
  return (words ?? []).slice(0, MAX_WORDS)
}

/** The same; null as soon as a word is not among the known ones. */
export function knownWordsOf(text: string, known: ReadonlySet<string>): string[] | null {
  if (!isAscii(text)) {
    const words = wordsOf(text)
    return words.every((word) => known.has(word)) ? words : null
  }
  const lower = text.toLowerCase()
  const words: string[] = []
  let start = 0
  for (let at = 0; at <= lower.length && words.length < MAX_WORDS; at++) {
    if (isPlainLetter(lower.charCodeAt(at))) continue
    if (at > start) {
      const word = lower.slice(start, at)
      if (!known.has(word)) return null
      words.push(word)
    }
    start = at + 1
  }
  return words
}

/** Whether a code is of a digit or of a lower-case letter. */
function isPlainLetter(code: number): boolean {
  return (code >= 0x61 && code <= 0x7a) || (code >= 0x30 && code <= 0x39)
}

const PLAIN_WORD = /[a-z0-9]+/g

/** A word of a text and where it begins. */
export type PlacedWord = { readonly word: string; readonly offset: number; readonly text: string }

/** All words of a text with their places. */
export function placedWords(text: string): PlacedWord[] {
  return [...text.matchAll(wordPattern(text))].map((match) => {
    return { word: fold(match[0]), offset: match.index, text: match[0] }
  })
}

const WORD = /[\p{L}\p{N}]+/gu
const UNSPACED_WORD =
  /\p{Script=Han}|\p{Script=Hiragana}+|[\p{Script=Katakana}ー]+|(?:(?![\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}])[\p{L}\p{N}])+/gu

function wordPattern(text: string): RegExp {
  return isUnspaced(text) ? UNSPACED_WORD : WORD
}

/** Whether a text holds Chinese characters or kana, between which no blanks stand. */
export function isUnspaced(text: string): boolean {
  return /[\u3040-\u30ff\u3400-\u9fff]/.test(text)
}

/** A letter beside which a number may stand without a blank: 共有1,234家, 1,234개. */
export const UNSPACED_LETTER =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}]/u

/** A text in lower case and without accents. */
export function fold(text: string): string {
  // Most texts have no accents, and looking is faster than taking them off.
  return isAscii(text) ? text.toLowerCase() : text.toLowerCase().normalize('NFKD').replace(/\p{M}/gu, '')
}

function isAscii(text: string): boolean {
  return /^[ -~]*$/.test(text)
}

/** `temp` names a temperature, `days` a day. */
export function isSameWord(a: string, b: string): boolean {
  if (a === b) return true
  const [short, long] = a.length < b.length ? [a, b] : [b, a]
  return short.length >= 3 && long.startsWith(short.length > 4 ? short.slice(0, -1) : short)
}
