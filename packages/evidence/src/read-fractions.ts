import { fold } from './words-of.ts'

/** A fraction of a text. `offset` and `length` count UTF-16 code units. */
export type WrittenFraction = {
  readonly offset: number
  readonly length: number
  readonly value: number
  readonly tolerance: number
}

const SIGNS: Readonly<Record<string, number>> = { '½': 1 / 2, '¼': 1 / 4, '¾': 3 / 4, '⅓': 1 / 3, '⅔': 2 / 3 }

const FRACTION =
  /(?<![\d./])(\d{1,3})\/(\d{1,3})(?![\d/])|[½¼¾⅓⅔]|\b(?:half(?<!(?:first|second|last) half)(?: of)?|(?:a|one)[ -](?:third|quarter) of|two[ -]thirds|three[ -]quarters)\b/gi

/** "One in three", "one order in three", eine von drei, une sur trois, una de cada tres. */
const ONE_IN =
  /(?<!\p{L})(?:one(?: \p{L}{1,20})? (?:in|out of(?: every)?)|ein[enrms]{0,2} von|une?(?: \p{L}{1,20})? sur|un[oa]? de cada) (\p{L}{3,7}|\d{1,2})(?![\p{L}\d])(?!\p{L}| (?:years?|months?|days?|weeks?|hundred|thousand|million))/giu
/** Every third, jede dritte, 三分之一. */
const EVERY = /(?<!\p{L})jede[rsnm]? (zweite|dritte|vierte|funfte|fünfte|zehnte)[nrsm]?(?!\p{L})/giu
const CHINESE = /([二三四五六七八九十])分之([一二三四五六七八九])/g
const DIGITS = '一二三四五六七八九十'
const ORDINALS: Readonly<Record<string, number>> = { zweite: 2, dritte: 3, vierte: 4, funfte: 5, zehnte: 10 }
const COUNTS: ReadonlyMap<string, number> = new Map(
  [
    'two zwei deux dos',
    'three drei trois tres',
    'four vier quatre cuatro',
    'five funf cinq cinco',
    'six sechs seis',
    'seven sieben sept siete',
    'eight acht huit ocho',
    'nine neun neuf nueve',
    'ten zehn dix diez',
  ].flatMap((words, index) => words.split(' ').map((word) => [word, index + 2] as const)),
)

/** How far a share may be from the fraction in words that states it. */
const ROUGHLY = 0.02
const MOST_FRACTIONS = 2000

/** Returns the fractions of a text, as digits, signs and words. "Half" alone is none. */
export function readFractions(text: string): WrittenFraction[] {
  const written = [...text.matchAll(FRACTION)].slice(0, MOST_FRACTIONS).flatMap((match) => {
    const [found, top, bottom] = match
    const value = top === undefined ? wordFraction(found) : Number(top) / Number(bottom)
    return /^half$/i.test(found) ? [] : [placed(match, value, top === undefined ? ROUGHLY : 0.005)]
  })
  const others = [
    ...all(text, ONE_IN, ([, count = '']) => 1 / (COUNTS.get(fold(count)) ?? Number(count))),
    ...all(text, EVERY, ([, ordinal = '']) => 1 / (ORDINALS[fold(ordinal)] ?? Number.NaN)),
    ...all(
      text,
      CHINESE,
      ([, bottom = '', top = '']) => (DIGITS.indexOf(top) + 1) / (DIGITS.indexOf(bottom) + 1),
    ),
  ]
  return [...written, ...others].filter(({ value }) => Number.isFinite(value))
}

function all(text: string, pattern: RegExp, read: (match: RegExpExecArray) => number): WrittenFraction[] {
  return [...text.matchAll(pattern)]
    .slice(0, MOST_FRACTIONS)
    .map((match) => placed(match, read(match), ROUGHLY))
}

function placed(
  { 0: found, index: offset }: RegExpExecArray,
  value: number,
  tolerance: number,
): WrittenFraction {
  return { offset, length: found.length, value, tolerance }
}

function wordFraction(found: string): number {
  const text = found.toLowerCase()
  if (text in SIGNS) return SIGNS[text] ?? Number.NaN
  if (text.startsWith('half')) return 1 / 2
  const top = /two/.test(text) ? 2 : 1
  return /third/.test(text) ? top / 3 : (/three/.test(text) ? 3 : 1) / 4
}
