import { maskText } from './mask-text.ts'
import { guessLanguage, type Language, readChineseNumbers, readNumberWord } from './number-words.ts'
import { type DecimalMark, findDecimalMark, parseDigits, toLatinDigits } from './parse-digits.ts'
import { type CalendarDate, LONE_MONTH, readDates } from './read-dates.ts'
import { readFractions } from './read-fractions.ts'
import { multiplierOfWord, readSuffix } from './read-suffix.ts'
import { isUnspaced, UNSPACED_LETTER } from './words-of.ts'

/** One value that a written number may have. */
export type NumberReading = {
  readonly value: number
  /** Half a unit of the last shown digit. */
  readonly tolerance: number
}

/** A number of a text. `offset` and `length` count UTF-16 code units. */
export type WrittenNumber = {
  readonly offset: number
  readonly length: number
  readonly form: 'number' | 'year' | 'date' | 'word' | 'fraction'
  /** The likely one first. Empty for dates. */
  readonly readings: readonly NumberReading[]
  /** Digits that carry information, at least 1. */
  readonly digits: number
  /** `%`, a currency or a unit as written; null without one. */
  readonly unit: string | null
  readonly date: CalendarDate | null
  /** Whether it stands alone in brackets, as accounts write what is negative. */
  readonly isBracketed: boolean
}

/** Numbers of one text that are read; a longer text is judged up to there. */
const MAX_NUMBERS = 2000

const TOKEN = /\d(?:[\d.,'’_\u00a0\u202f\u2009]{0,38}\d)?/g
const SPACED = /(?<![\d.,])\d{1,3}(?: \d{3}){1,5}(?:,\d{1,9})?(?![\d])/g
const CYRILLIC = /\p{Script=Cyrillic}/u
const CURRENCIES = /[$€£¥₹]|\b(?:USD|EUR|GBP|JPY|CHN)\b/

/** Characters of a text that are read. What follows is left out. */
export const MOST_CHARACTERS = 50_000

/**
 * Returns the numbers of a text in their order. Leaves out what is not judged: ordinals, list markers, code, links, times,
 * versions, names that hold digits. The time is linear in the length of the text.
 */
export function readNumbers(given: string): WrittenNumber[] {
  const text = maskText(toLatinDigits(given.slice(0, MOST_CHARACTERS)))
  const { dates, rest: undated } = readDates(text)
  const rest = undated.replace(LONE_MONTH, (month) => ' '.repeat(month.length))
  const tokens = [...rest.matchAll(TOKEN)].slice(0, MAX_NUMBERS)
  const language = guessLanguage(text)
  const mark = findDecimalMark(tokens.map(([token]) => token))
  // English writes no blanks there, so that "in groups of 3 100 people" would be read as one number.
  const hasBlanks = mark === ',' || (mark === null && (language !== 'en' || CYRILLIC.test(text)))
  const joined = hasBlanks ? joinSpaced(rest) : rest
  const found = hasBlanks ? [...joined.matchAll(TOKEN)].slice(0, MAX_NUMBERS) : tokens
  const numbers: WrittenNumber[] = dates.map((date) => ({
    ...PLAIN,
    offset: date.offset,
    length: date.length,
    form: 'date',
    digits: 4,
    date: { year: date.year, month: date.month, day: date.day },
  }))
  for (const match of found) numbers.push(...readToken(joined, { match, mark }))
  numbers.push(...readFractionsOf(rest), ...readWords(rest, language))
  if (isUnspaced(rest)) numbers.push(...readChineseNumbers(rest).map(ofWord))
  return withoutOverlaps(numbers.toSorted((a, b) => a.offset - b.offset || b.length - a.length))
}

const PLAIN = { readings: [], unit: null, date: null, isBracketed: false } as const

/** Writes the blanks between groups of thousands as narrow ones, so that they are read as one number. */
function joinSpaced(text: string): string {
  return text.replace(SPACED, (found) => found.replaceAll(' ', '\u202f'))
}

type Token = { readonly match: RegExpExecArray; readonly mark: DecimalMark | null }

function readToken(text: string, { match, mark }: Token): WrittenNumber[] {
  const [token] = match
  const start = match.index
  // A letter in front makes it a name, such as Q1, but in scripts without blanks between words.
  const glued = /[\p{L}_#@]$/u.exec(text.slice(Math.max(0, start - 2), start))?.[0]
  if (glued && !UNSPACED_LETTER.test(glued) && !CURRENCIES.test(text.slice(Math.max(0, start - 3), start)))
    return []
  const readings = parseDigits(token, mark)
  if (readings.length === 0 || /^\d{4}(?:,\d{4})+$/.test(token)) return splitList(text, { match, mark })
  const suffix = readSuffix(text, start + token.length)
  if (suffix === null) return []
  const before = /(?:([-−–])\s?)?((?:US)?[$€£¥₹]|\b(?:USD|EUR|GBP|JPY) ?)?([-−])?$/.exec(
    text.slice(Math.max(0, start - 6), start),
  )
  const signAt = start - (before?.[0].length ?? 0)
  const isNegative = before?.[3] !== undefined || (before?.[1] !== undefined && isSign(text, signAt))
  const currency = before?.[2]?.replace('US', '').trim()
  const multiplier = suffix.multiplierFor(currency !== undefined)
  const offset = isNegative ? signAt : start - (before?.[2]?.length ?? 0)
  const end = start + token.length + suffix.length
  const values = readings.map(({ value, decimals }) => ({
    value: (isNegative ? -value : value) * multiplier,
    tolerance: (0.5 * multiplier) / 10 ** decimals,
  }))
  const [first] = readings
  const isYear =
    /^\d{4}$/.test(token) &&
    !currency &&
    suffix.length === 0 &&
    Number(token) >= 1500 &&
    Number(token) <= 2200
  return [
    {
      offset,
      length: end - offset,
      form: isYear && !isNegative ? 'year' : 'number',
      readings: values,
      digits: Math.max(1, token.replace(/\D/g, '').replace(/^0+/, '').length),
      unit: currency || (text.slice(Math.max(0, start - 3), start) === '百分之' ? '%' : suffix.unit),
      date: isYear ? { year: first?.value ?? null, month: null, day: null } : null,
      isBracketed: text[offset - 1] === '(' && text[end] === ')',
    },
  ]
}

/** A dash is a sign where nothing stands directly before it; otherwise it belongs to a range or to a word. */
function isSign(text: string, at: number): boolean {
  // With blanks on both sides it stands between words, or begins the item of a list.
  if (/\s/.test(text[at + 1] ?? '')) return /[([|:=~≈：（][ \t]*$/.test(text.slice(Math.max(0, at - 4), at))
  const before = text[at - 1] ?? ' '
  return at <= 0 || /[\s([|:=~≈*"“„，、：；。]/.test(before) || UNSPACED_LETTER.test(before)
}

/** `2012,2013,2014` are several numbers. */
function splitList(text: string, { match, mark }: Token): WrittenNumber[] {
  if (!/^\d{1,9}(?:,\d{1,9})+$/.test(match[0])) return []
  const from = Math.max(0, match.index - 6)
  const piece = text.slice(from, match.index + match[0].length + 24).replaceAll(',', ' ')
  return [...match[0].matchAll(/\d+/g)].flatMap((part) => {
    part.index += match.index - from
    return readToken(piece, { match: part, mark }).map((one) => ({ ...one, offset: one.offset + from }))
  })
}

function readFractionsOf(text: string): WrittenNumber[] {
  return readFractions(text).map(({ value, tolerance, ...place }) => {
    return { ...PLAIN, ...place, form: 'fraction', readings: [{ value, tolerance }], digits: 2 }
  })
}

function readWords(text: string, language: Language): WrittenNumber[] {
  return [...text.matchAll(/\p{L}{3,5}\p{L}?/gu)].flatMap((match): WrittenNumber[] => {
    const value = readNumberWord(match[0].toLowerCase(), language)
    const around = text.slice(Math.max(0, match.index - 1), match.index + match[0].length + 1)
    if (value === undefined || /^[\p{L}\d_-]|[\p{L}\d_-]$/u.test(around.replace(match[0], ' '))) return []
    const factor = factorBehind(text, match.index + match[0].length)
    if (factor === null || LARGER_BEFORE.test(text.slice(Math.max(0, match.index - 24), match.index)))
      return []
    const length = match[0].length + factor.length
    return [ofWord({ offset: match.index, length, value: value * factor.value })]
  })
}

function ofWord({ offset, length, value }: { offset: number; length: number; value: number }): WrittenNumber {
  return { ...PLAIN, offset, length, form: 'word', readings: [{ value, tolerance: 0 }], digits: 1 }
}

/** Words of a number in front of another word of the same number: "hundred and" in front of "seven". */
const LARGER_BEFORE =
  /\b(?:(?:twen|thir|for|fif|six|seven|eigh|nine)ty|hundred|thousand|million|billion|cents?|mille|mil|ciento?s?)(?:[ \u00a0-]+(?:and|et|y))?[ \u00a0-]+$/i

/** What the word behind a number word multiplies it by, as in "two thousand"; null where more words of the number follow. */
function factorBehind(text: string, end: number): { readonly value: number; readonly length: number } | null {
  const [found = '', word = ''] = /^[ \u00a0](\p{L}+)/u.exec(text.slice(end, end + 24)) ?? []
  const value = multiplierOfWord(word)
  if (value === undefined) return { value: 1, length: 0 }
  const isMore =
    /^[ \u00a0](?:and[ \u00a0]\p{L}|\p{L}*(?:hundred|thousand|million|billion)|(?:twen|thir|for|fif|six|seven|eigh|nine)ty\b)/iu
  return isMore.test(text.slice(end + found.length, end + found.length + 24))
    ? null
    : { value, length: found.length }
}

function withoutOverlaps(numbers: readonly WrittenNumber[]): WrittenNumber[] {
  let end = 0
  return numbers.slice(0, MAX_NUMBERS).filter(({ offset, length }) => {
    if (offset < end) return false
    end = offset + length
    return true
  })
}
