import { quoteText } from './open-duckdb.ts'

/** What stands around the digits of the numbers in a column of text. */
export type NumberSigns = {
  /** '' where there is none. */
  readonly currency: string
  readonly isPercent: boolean
  /** Brackets around negative numbers. */
  readonly hasBrackets: boolean
  /** A minus behind negative numbers. */
  readonly hasMinusBehind: boolean
  /** Blanks between a minus and its number. */
  readonly hasGap: boolean
}

const CURRENCY = String.raw`[A-Z]{1,2}\$|\p{Sc}|kr\.?|zł|Kč|Ft|lei|Rs\.?|руб\.?|USD|EUR|GBP|CHF|JPY|CNY|RMB|INR|SEK|NOK|DKK|PLN|CZK|HUF|RON|RUB|TRY|BRL|MXN|ARS|ZAR|KRW|AUD|CAD|NZD|SGD|HKD`
const FORM = new RegExp(
  String.raw`^(?<open>\()?(?<gap>[+\-−]\s{1,8}(?=\d))?[+\-−]?\s?(?<before>${CURRENCY})?\s?[+\-−]?(?<digits>[\d.,'’ \u00a0\u202f]*\d)\s?(?<behind>%|${CURRENCY})?(?<minus>-)?(?<close>\))?$`,
  'u',
)

/** The signs around numbers, and the numbers without them. */
export type SignedNumbers = { readonly signs: NumberSigns; readonly numbers: readonly string[] }

/** Finds the signs in some values of a column; null when a value is no number or when they differ in currency. */
export function signsIn(samples: readonly string[]): SignedNumbers | null {
  const found = samples.map((sample) => FORM.exec(sample)?.groups)
  const currencies = new Set<string>()
  const numbers: string[] = []
  let percents = 0
  let hasBrackets = false
  let hasMinusBehind = false
  let hasGap = false
  for (const groups of found) {
    if (!groups || (groups.open === undefined) !== (groups.close === undefined)) return null
    const { before, behind, digits = '', open, minus } = groups
    numbers.push(digits.trim())
    if (behind === '%') percents++
    else if (behind !== undefined) currencies.add(behind)
    if (before !== undefined) currencies.add(before)
    hasBrackets ||= open !== undefined
    hasMinusBehind ||= minus !== undefined
    hasGap ||= groups.gap !== undefined
  }
  const isPercent = percents > 0
  if (currencies.size > 1 || (isPercent && (percents < samples.length || currencies.size > 0))) return null
  return {
    signs: { currency: [...currencies][0] ?? '', isPercent, hasBrackets, hasMinusBehind, hasGap },
    numbers,
  }
}

/** Whether nothing but a sign in front stands around the numbers. */
export function isPlain({ currency, isPercent, hasBrackets, hasMinusBehind, hasGap }: NumberSigns): boolean {
  return currency === '' && !isPercent && !hasBrackets && !hasMinusBehind && !hasGap
}

/** SQL for a value whose signs are the given ones and no others. */
export function hasSigns(
  value: string,
  { currency, isPercent, hasBrackets, hasMinusBehind, hasGap }: NumberSigns,
): string {
  const sign = currency === '' ? '' : `(?:${currency.replace(/[$.]/g, String.raw`\$&`)})?`
  const behind = isPercent ? '%' : sign
  const open = hasBrackets ? '[(]?' : ''
  const close = hasBrackets ? '[)]?' : ''
  const minus = hasMinusBehind ? '-?' : ''
  const gap = hasGap ? '\\s{0,8}' : '\\s?'
  const digits = "[0-9.,''’ \u00a0\u202f]*[0-9]"
  const pattern = `'${open}[+−-]?${gap}${sign}\\s?[+−-]?${digits}\\s?${behind}${minus}${close}'`
  const minuses = `length(${value}) - length(replace(replace(replace(${value}, '-', ''), '−', ''), '(', ''))`
  return `regexp_full_match(${value}, ${pattern}) AND contains(${value}, '(') = contains(${value}, ')') AND ${minuses} <= 1`
}

/** SQL for the digits and marks of a value. */
export function withoutSigns(value: string, { currency }: NumberSigns): string {
  const text = currency === '' ? value : `replace(${value}, ${quoteText(currency)}, '')`
  return `trim(regexp_replace(${text}, '[%()+−-]', '', 'g'))`
}

/** SQL for whether a value is negative. */
export function isNegative(value: string): string {
  return `regexp_matches(${value}, '[(−-]')`
}

/** One sentence for each sign; empty where there are none. */
export function describeSigns({
  currency,
  isPercent,
  hasBrackets,
  hasMinusBehind,
  hasGap,
}: NumberSigns): string {
  const sentences = [
    currency === '' ? '' : ` The currency ${currency} is left out.`,
    isPercent ? ' Percent signs are left out: 12.5 means 12.5 %.' : '',
    hasBrackets ? ' Numbers in brackets are negative.' : '',
    hasMinusBehind ? ' A minus behind a number makes it negative.' : '',
    hasGap ? ' A minus with blanks behind it makes a number negative.' : '',
  ]
  return sentences.join('')
}
