import { isUnit } from './units.ts'
import { UNSPACED_LETTER } from './words-of.ts'

type Suffix = {
  /** Characters behind the digits that belong to the number. */
  readonly length: number
  readonly unit: string | null
  /** What the digits are multiplied by; a currency makes `m` a million. */
  readonly multiplierFor: (hasCurrency: boolean) => number
}

const MULTIPLIERS: ReadonlyMap<string, number> = new Map([
  ['hundred', 1e2],
  ['k', 1e3],
  ['thousand', 1e3],
  ['tsd', 1e3],
  ['tausend', 1e3],
  ['mille', 1e3],
  ['milliers', 1e3],
  ['k€', 1e3],
  ['t€', 1e3],
  ['teur', 1e3],
  ['mil', 1e3],
  ['lakh', 1e5],
  ['тыс', 1e3],
  ['m', 1e6],
  ['mn', 1e6],
  ['mio', 1e6],
  ['mln', 1e6],
  ['млн', 1e6],
  ['million', 1e6],
  ['millions', 1e6],
  ['millionen', 1e6],
  ['millones', 1e6],
  ['millón', 1e6],
  ['m€', 1e6],
  ['mio€', 1e6],
  ['crore', 1e7],
  ['b', 1e9],
  ['bn', 1e9],
  ['mrd', 1e9],
  ['mld', 1e9],
  ['млрд', 1e9],
  ['billion', 1e9],
  ['billions', 1e9],
  ['milliarden', 1e9],
  ['milliards', 1e9],
  ['milliard', 1e9],
  ['milliarde', 1e9],
  ['md', 1e9],
  ['mds', 1e9],
  ['md€', 1e9],
  ['mds€', 1e9],
  ['mrd€', 1e9],
  ['tn', 1e12],
  ['billionen', 1e12],
  ['billones', 1e12],
  ['billón', 1e12],
  ['trillion', 1e12],
])

/** What a whole word such as "thousand" multiplies the number before it by. Undefined for other words. */
export function multiplierOfWord(word: string): number | undefined {
  return word.length > 2 ? MULTIPLIERS.get(word.toLowerCase()) : undefined
}

const SUPERSCRIPTS = '⁰¹²³⁴⁵⁶⁷⁸⁹'
const EXPONENT = /^[eE]([-+]?\d{1,3})(?![\d\p{L}])/u
const POWER = /^ ?[×x·*] ?10(?:\^?([-−+]?\d{1,3})|([⁻⁺]?[⁰¹²³⁴⁵⁶⁷⁸⁹]{1,3}))/
const PERCENT =
  /^ ?(?:%|percentage points?|percent\b|per cent\b|prozent\b|pour cent\b|por ciento\b|pp\b|pct\b|个?百分点|個百分點|パーセント|퍼센트)/i
/** The factors of East Asian numerals for the digits before them. The counted noun follows without a blank. */
const MYRIADS: ReadonlyMap<string, number> = new Map(
  '千=1e3 万=1e4 萬=1e4 만=1e4 百万=1e6 百萬=1e6 千万=1e7 千萬=1e7 亿=1e8 億=1e8 억=1e8 万亿=1e12 萬億=1e12 兆=1e12 조=1e12'
    .split(' ')
    .map((pair): [string, number] => {
      const [name = '', factor] = pair.split('=')
      return [name, Number(factor)]
    }),
)
// Before these, 千 is a part of a unit: kilogram, kilometre, kilowatt.
const MYRIAD = /^ ?(万亿|萬億|百万|百萬|千万|千萬|千(?![克米瓦])|[万萬만亿億억]|[兆조](?!字|瓦))/
/** Spanish counts thousands of millions. */
const LONG_BILLION = /^ ?mil millones\b/i
const WORD = /^([ \u00a0\u202f-]?)([\p{L}°µ$€£%²³]{1,14})/u

/**
 * Reads what stands directly behind the digits: an exponent, a multiplier, percent, a unit. Null when the digits belong to
 * a name, such as `3D` or `4f2a`.
 */
export function readSuffix(text: string, at: number): Suffix | null {
  const behind = text.slice(at, at + 24)
  const power = readPower(behind)
  const { length: start, factor } = power
  const rest = behind.slice(start)
  const percent = PERCENT.exec(rest)
  if (percent) return { length: start + percent[0].length, unit: '%', multiplierFor: () => factor }
  if (/^ ?‰/.test(rest))
    return { length: start + rest.indexOf('‰') + 1, unit: '%', multiplierFor: () => factor / 10 }
  const [myriad = '', name = ''] = MYRIAD.exec(rest) ?? []
  if (name !== '')
    return {
      length: start + myriad.length,
      unit: null,
      multiplierFor: () => factor * (MYRIADS.get(name) ?? 1),
    }
  const billion = LONG_BILLION.exec(rest)
  if (billion) return { length: start + billion[0].length, unit: null, multiplierFor: () => factor * 1e9 }
  // The counted noun follows without a blank and does not turn the digits into a name.
  if (UNSPACED_LETTER.test(rest[0] ?? '')) return { length: start, unit: null, multiplierFor: () => factor }
  const [found = '', space = '', word = ''] = WORD.exec(rest) ?? []
  const multiplier = MULTIPLIERS.get(word.toLowerCase())
  if (multiplier !== undefined && (space === '' || word.length > 1)) {
    const isMetres = word === 'm' && space === ''
    const behindWord = rest.slice(found.length)
    const currency =
      /^\.?[ \u00a0]?(?:([€$£])|(USD|EUR|GBP|CHN|Euro?s?|dollars?)\b|(?:US[- ])?(Dollars?)\b)/i.exec(
        behindWord,
      )
    const other = currency ? null : /^\.?[ \u00a0]([\p{L}°µ%²³]{1,14})(?![\p{L}\d])/u.exec(behindWord)
    const isUnitBehind =
      other?.[1] !== undefined && isUnit(other[1]) && (other[1].length > 1 || other[1] === '%')
    const unit =
      currency?.[1] ??
      currency?.[2] ??
      currency?.[3] ??
      (isUnitBehind || other?.[1] === 'g' ? other?.[1] : undefined)
    return {
      length: start + found.length + (unit === undefined ? 0 : ((currency ?? other)?.[0].length ?? 0)),
      unit: unit ?? (isMetres ? 'm' : null),
      multiplierFor: (hasCurrency) => factor * (isMetres && !hasCurrency && !currency ? 1 : multiplier),
    }
  }
  return readUnit({ found, space, word }, { start, factor, next: rest[found.length] })
}

type Word = { readonly found: string; readonly space: string; readonly word: string }
type Around = { readonly start: number; readonly factor: number; readonly next: string | undefined }

function readUnit({ found, space, word }: Word, { start, factor, next }: Around): Suffix | null {
  const multiplierFor = () => factor
  const bare: Suffix = { length: start, unit: null, multiplierFor }
  if (word === '' || space === '-') return bare
  const isName = next !== undefined && /[\d_]/.test(next)
  // Seconds and hours may follow a blank too: "1.8 s". In "12 s'", the s begins a French word.
  const isTime = /^[sh]$/.test(word) && !/['’]/.test(next ?? '')
  if (isUnit(word) && !isName && (space === '' || isTime || !/^(?:s|m|t|h|l|f|w|c|us)$/.test(word)))
    return { length: start + found.length, unit: word, multiplierFor }
  if (space !== '') return bare
  // Letters directly behind the digits that are no unit make them a name.
  return word.length > 3 || isName || /^[dD]$/.test(word) ? null : bare
}

function readPower(behind: string): { readonly length: number; readonly factor: number } {
  const exponent = EXPONENT.exec(behind)
  if (exponent) return { length: exponent[0].length, factor: 10 ** Number(exponent[1]) }
  const power = POWER.exec(behind)
  if (!power) return { length: 0, factor: 1 }
  const raised = (power[2] ?? '')
    .replace(/[⁰¹²³⁴⁵⁶⁷⁸⁹]/g, (digit) => String(SUPERSCRIPTS.indexOf(digit)))
    .replace('⁻', '-')
    .replace('⁺', '')
  return { length: power[0].length, factor: 10 ** Number(power[1]?.replace('−', '-') ?? raised) }
}
