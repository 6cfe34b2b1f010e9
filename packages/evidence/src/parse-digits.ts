/** A number as it was written. */
export type DigitReading = {
  readonly value: number
  /** Digits behind the decimal mark. */
  readonly decimals: number
}

export type DecimalMark = '.' | ','

const SPACES = /[ \u00a0\u202f\u2009'’_]/g

/**
 * Returns the mark that stands before decimals in this text, judged by its unambiguous numbers. Null when it holds none.
 */
export function findDecimalMark(tokens: readonly string[]): DecimalMark | null {
  let points = 0
  for (const token of tokens) {
    const marks: string[] = token.replace(SPACES, '').match(/[.,]/g) ?? []
    const last = marks.at(-1)
    if (last === undefined) continue
    const isMixed = marks.includes('.') && marks.includes(',')
    const behind = token.length - token.lastIndexOf(last) - 1
    const isDecimal = isMixed || (marks.length === 1 && (behind !== 3 || token.startsWith(`0${last}`)))
    const isPoint = (last === '.') === isDecimal
    if (isMixed || marks.length > 1 || isDecimal) points += isPoint ? 1 : -1
  }
  if (points === 0) return null
  return points > 0 ? '.' : ','
}

/**
 * Reads the digits of a number with the separators of any locale: `1,234.5`, `1.234,5`, `1 234,5`, `12,34,567`. The first
 * reading is the likely one; `1.234` in a text without other marks has two. Empty when the text is no number.
 */
export function parseDigits(token: string, mark: DecimalMark | null): DigitReading[] {
  const text = token.replace(SPACES, '')
  const marks = text.match(/[.,]/g) ?? []
  if (marks.length === 0) return [toReading(text, '')]
  const last = marks.at(-1) ?? '.'
  const at = text.lastIndexOf(last)
  const [head, tail] = [text.slice(0, at), text.slice(at + 1)]
  if (marks.some((one) => one !== last)) {
    const isGrouped = marks.filter((one) => one === last).length === 1 && areGroups(head)
    return isGrouped ? [toReading(head, tail)] : []
  }
  if (marks.length > 1) return areGroups(text) ? [toReading(text, '')] : []
  const decimal = toReading(head, tail)
  if (tail.length !== 3 || head.length > 3 || /^0*$/.test(head)) return [decimal]
  const thousands = toReading(text, '')
  if (mark === null) return last === ',' ? [thousands] : [decimal, thousands]
  return mark === last ? [decimal] : [thousands]
}

/** Whether separators stand before groups of three digits, or of two and then three as in India. */
function areGroups(text: string): boolean {
  return /^\d{1,3}(?:[.,]\d{3})*$/.test(text) || /^\d{1,2}(?:,\d{2})+,\d{3}$/.test(text)
}

function toReading(head: string, tail: string): DigitReading {
  return { value: Number(`${head.replace(/[.,]/g, '')}.${tail}0`), decimals: tail.length }
}

/** Writes Arabic-Indic and full-width digits and their signs as Latin ones. Keeps the length of the text. */
export function toLatinDigits(text: string): string {
  const narrow = /[\uff01-\uff5e]/.test(text) ? text.replace(FULL_WIDTH, toNarrow) : text
  if (!/[٠-٩۰-۹]/.test(narrow)) return narrow
  return narrow
    .replace(/[٠-٩]/g, (digit) => String(digit.charCodeAt(0) - 0x660))
    .replace(/[۰-۹]/g, (digit) => String(digit.charCodeAt(0) - 0x6f0))
    .replaceAll('٫', '.')
    .replaceAll('٬', ',')
    .replaceAll('٪', '%')
}

// A full-width comma stands between clauses, and never between thousands.
const FULL_WIDTH = /[０-９．％＋－（）／]/g

/** Full-width forms stand 0xfee0 behind those of ASCII (Unicode, "Halfwidth and Fullwidth Forms"). */
function toNarrow(wide: string): string {
  return String.fromCharCode(wide.charCodeAt(0) - 0xfee0)
}
