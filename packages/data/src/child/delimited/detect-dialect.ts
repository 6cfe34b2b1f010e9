import { type CellKind, kindOfCell } from '../cell-kind.ts'
import { type Dialect, recordsOfHead, type TextRecord } from './split-records.ts'

/** In the order of preference where two fit equally well. */
const SEPARATORS = [',', ';', '\t', '|', '||', '^', '~', '::', ':', '  ', ' ', ''] as const
/** Values contain these too, so a table needs more evidence with them. */
const WEAK: ReadonlySet<string> = new Set([':', ' ', '  '])
/** These are also halves of doubled separators, so they are tried only where some stand alone. */
const DOUBLED: ReadonlySet<string> = new Set(['|', ':'])
const JUDGED_CHARACTERS = 48 * 1024
const JUDGED_RECORDS = 200
const JUDGED_CELLS = 4000

export type Detected = {
  readonly dialect: Dialect /** A first line `sep=;` names the separator. */
  readonly isDeclared: boolean
}

type Asked = {
  /** Tabs are expected. */
  readonly isTsv: boolean
  /** The head is the whole file. */
  readonly isWhole: boolean
  /** The separator that the owner chose. */
  readonly separator?: string
}

/**
 * Finds the separator and the quotes of a delimited file from its first characters. The best one gives records of one
 * length and cells with a plain form (van den Burg et al., Wrangling messy CSV files by detecting row and type
 * patterns, 2019).
 */
export function detectDialect(head: string, { isTsv, isWhole, separator }: Asked): Detected {
  const declared = /^\ufeff?sep=(.)\r?\n/i.exec(head)
  const text = (declared ? head.slice(declared[0].length) : head).slice(0, JUDGED_CHARACTERS)
  const isAll = isWhole && head.length <= JUDGED_CHARACTERS
  const given = separator ?? declared?.[1]
  let best: { score: number; dialect: Dialect } | null = null
  for (const candidate of given === undefined ? separatorsIn(text, isTsv) : [given]) {
    for (const quote of quotesOf(text, candidate)) {
      const plain = { separator: candidate, quote, isBackslashed: false, isPadded: isPadded(text, candidate) }
      const dialect = { ...plain, ...escapeOf(text, { dialect: plain, isWhole: isAll }) }
      const records = recordsOfHead(text, { dialect, isWhole: isAll }).slice(0, JUDGED_RECORDS)
      const score = scoreOf(records, dialect)
      if (best === null || score > best.score * 1.0001) best = { score, dialect }
    }
  }
  const dialect = best?.dialect ?? { separator: ',', quote: '"', isBackslashed: false, isPadded: false }
  return { dialect, isDeclared: declared !== null }
}

function separatorsIn(text: string, isTsv: boolean): readonly string[] {
  const present = SEPARATORS.filter((separator) => isCandidate(text, separator))
  return isTsv && present.includes('\t') ? ['\t'] : present
}

function isCandidate(text: string, separator: string): boolean {
  if (DOUBLED.has(separator)) {
    const doubled = text.split(separator.repeat(2)).length - 1
    return text.split(separator).length - 1 > 2 * doubled
  }
  return separator === '' || text.includes(separator)
}

/** Single quotes are tried where one begins and one ends a value. */
function quotesOf(text: string, separator: string): ('"' | "'")[] {
  if (!text.includes("'")) return ['"']
  const edge = separator.replace(/[|^]/g, String.raw`\$&`)
  const isSingle = new RegExp(`(^|${edge || '^'}) ?'[^'\\r\\n]*'(${edge || '$'}|\\r?$)`, 'm').test(text)
  return isSingle ? ['"', "'"] : ['"']
}

/** Backslashes in front of quotes are escapes where fewer quotes are left over with them. */
function escapeOf(
  text: string,
  { dialect, isWhole }: { dialect: Dialect; isWhole: boolean },
): { isBackslashed: boolean } {
  if (!text.includes(`\\${dialect.quote}`)) return { isBackslashed: false }
  const errors = [false, true].map((isBackslashed) => {
    const records = recordsOfHead(text, { dialect: { ...dialect, isBackslashed }, isWhole })
    const usual = usualLength(records)
    return records.filter(({ cells, hasStray }) => hasStray || cells.length !== usual).length
  })
  return { isBackslashed: (errors[1] ?? 0) < (errors[0] ?? 0) }
}

function isPadded(text: string, separator: string): boolean {
  if (separator === '' || WEAK.has(separator)) return false
  const all = text.split(separator).length - 1
  return all > 0 && text.split(`${separator} `).length - 1 >= all * 0.95
}

function usualLength(records: readonly TextRecord[]): number {
  const counts = new Map<number, number>()
  for (const { cells } of records) counts.set(cells.length, (counts.get(cells.length) ?? 0) + 1)
  return [...counts].reduce((a, b) => (b[1] > a[1] ? b : a), [0, 0])[0]
}

/** Rows of one length and cells of a plain form give the highest score. */
function scoreOf(records: readonly TextRecord[], { separator, quote }: Dialect): number {
  const filled = records.filter(({ cells }) => cells.some((cell) => cell.trim() !== ''))
  if (filled.length === 0) return 0
  const counts = new Map<number, number>()
  for (const { cells } of filled) counts.set(cells.length, (counts.get(cells.length) ?? 0) + 1)
  const usual = usualLength(filled)
  // The header may be shorter or longer than the rows.
  const share =
    filled.slice(1).filter(({ cells }) => cells.length === usual).length / (filled.length - 1 || 1)
  const [first] = filled
  if (!isMostlySplit(filled)) return 0
  if (WEAK.has(separator) && Math.abs((first?.cells.length ?? 0) - usual) > 1) return 0
  if (WEAK.has(separator) && isOneValue(filled, separator)) return 0
  if (WEAK.has(separator) && (share < 0.9 || usual < 2 || filled.length < 3)) return 0
  let pattern = 0
  for (const [length, count] of counts) pattern += count * (length === 1 ? SINGLE : (length - 1) / length)
  const strays = filled.filter(({ hasStray }) => hasStray).length / filled.length
  const weight =
    (WEAK.has(separator) ? 0.6 : 1) * (quote === "'" ? singleQuoteWeight(filled) : 1) * (1 - strays / 2)
  return (pattern / counts.size / filled.length) * plainShare(filled) * weight
}

/** Single quotes are preferred where all of them enclose values. */
function singleQuoteWeight(records: readonly TextRecord[]): number {
  const isClean = records.every(
    ({ cells, hasStray }) => !hasStray && !cells.some((cell) => cell.includes("'")),
  )
  return isClean && records.some(({ quoted }) => quoted > 0) ? 1.01 : 0.999
}

/** Whether most lines are a date, a time or a number as a whole. */
function isOneValue(records: readonly TextRecord[], separator: string): boolean {
  const whole = records.filter(({ cells }) => KNOWN.has(kindOfCell(cells.join(separator))))
  return whole.length > records.length / 2
}

/** Whether most rows have several values, or all rows below titles and notes. */
function isMostlySplit(records: readonly TextRecord[]): boolean {
  const split = records.map(({ cells }) => cells.length > 1)
  const below = split.slice(Math.max(0, split.indexOf(true)))
  const count = below.filter(Boolean).length
  return count === 0 || count >= records.length / 2 || count >= below.length * 0.9
}

/** A row with one value is hardly evidence for a separator. */
const SINGLE = 0.001
const PLAIN_TEXT = /^[\p{L}\p{M}\p{N} ()_.'’/&+#%°²³µ*!?@$€£[\]=\\-]*$/u
/** Kinds of values that may have separators inside them, as in 12:30 or 1,5. */
const KNOWN: ReadonlySet<CellKind> = new Set(['empty', 'missing', 'number', 'moment'])

function plainShare(records: readonly TextRecord[]): number {
  let plain = 0
  let all = 0
  for (const { cells, quoted } of records) {
    all += cells.length + quoted
    plain += quoted
    for (const cell of cells) {
      if (PLAIN_TEXT.test(cell) || KNOWN.has(kindOfCell(cell)) || /^https?:/.test(cell)) plain++
    }
    if (all > JUDGED_CELLS) break
  }
  return Math.max(plain / all, 0.01)
}
