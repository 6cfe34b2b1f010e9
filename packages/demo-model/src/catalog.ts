import type { JsonObject } from '@parley/domain'
import { isObject, objectsOf, readJson, textOf } from './json.ts'
import { distinctStems, stem, toWords, unitOf } from './words.ts'

type ColumnKind = 'number' | 'text' | 'boolean' | 'date' | 'text-date' | 'year' | 'other'

export type Column = {
  readonly name: string
  readonly kind: ColumnKind
  /** Numbers or dates that the source keeps as text. */
  readonly isCast: boolean
  /** The strptime format of a date that is stored as text. */
  readonly format: string | null
  readonly stems: readonly string[]
  readonly descriptionStems: readonly string[]
  readonly samples: readonly string[]
  readonly unit: string
  /** Decimals of an average. */
  readonly digits: number
  /** Whether the column identifies the rows: a title, a name, an id. */
  readonly isLabel: boolean
}

export type Table = {
  readonly name: string
  readonly source: string
  readonly dialect: string
  readonly description: string
  /** What was assumed when the table was read from its file. */
  readonly notes: readonly string[]
  readonly rowCount: number | null
  readonly columns: readonly Column[]
  /** Position in the search result, from 0. */
  readonly rank: number
}

/** Whether the values of a column are dates, of which the largest is the latest. */
export function isDateColumn({ kind }: Pick<Column, 'kind'>): boolean {
  return kind === 'date' || kind === 'text-date'
}

/** Whether the values of a column are "yes" and "no", or what means the same. */
export function isYesNo({ samples }: Pick<Column, 'samples'>): boolean {
  return samples.length > 0 && samples.every((value) => /^(?:yes|no|true|false|[ynjtf01])$/i.test(value))
}

/** Reads the tables from a result of find_metadata. Returns null when the text is not such a result. */
export function readCatalog(content: string): Table[] | null {
  const result = readJson(content)
  if (!isObject(result) || !Array.isArray(result.data)) return null
  return objectsOf(result.data)
    .filter((entry) => textOf(entry.table) !== '')
    .map((entry, rank) => ({
      name: textOf(entry.table),
      source: textOf(entry.source),
      dialect: textOf(entry.dialect).toLowerCase() || 'duckdb',
      description: textOf(entry.description),
      notes: Array.isArray(entry.notes) ? entry.notes.map(String) : [],
      rowCount: typeof entry.row_count === 'number' ? entry.row_count : null,
      columns: objectsOf(entry.columns).map(readColumn),
      rank,
    }))
}

/** What the data do not hold, in the words of a result of find_metadata. Empty where the result does not say so. */
export function readNotHere(content: string): string {
  const result = readJson(content)
  return isObject(result) ? textOf(result.not_here) : ''
}

/** The meanings that a question may have, from a result of find_metadata; null where it has only one. */
export function readAmbiguity(content: string): JsonObject | null {
  const result = readJson(content)
  return isObject(result) && isObject(result.ambiguous) ? result.ambiguous : null
}

const TEXT_DATE_FORMATS: readonly (readonly [RegExp, string])[] = [
  [/^\d{4}-\d{1,2}-\d{1,2}$/, '%Y-%m-%d'],
  [/^\d{4}-\d{1,2}-\d{1,2}[T ]\d{2}:\d{2}:\d{2}$/, '%Y-%m-%d %H:%M:%S'],
  [/^[A-Z][a-z]{2} \d{1,2} \d{4}$/, '%b %d %Y'],
  [/^[A-Z][a-z]{2} \d{1,2}, \d{4}$/, '%b %d, %Y'],
  [/^\d{1,2} [A-Z][a-z]{2} \d{4}$/, '%d %b %Y'],
  [/^\d{4}\/\d{1,2}\/\d{1,2}$/, '%Y/%m/%d'],
  [/^\d{1,2}\/\d{1,2}\/\d{4}$/, '%m/%d/%Y'],
  [/^\d{1,2}\.\d{1,2}\.\d{4}$/, '%d.%m.%Y'],
]

function readColumn(entry: JsonObject): Column {
  const name = textOf(entry.name)
  const description = textOf(entry.description)
  const samples = (Array.isArray(entry.samples) ? entry.samples : [])
    .filter((value) => value !== null)
    .map(String)
  // The reader of a file looked at every value; these samples are only some of them.
  const isKeptText = description.includes('Kept as text')
  const { kind, isCast, format } = isKeptText
    ? ({ kind: 'text', isCast: false, format: null } as const)
    : readKind(name, textOf(entry.type), samples)
  return {
    name,
    kind,
    isCast,
    format,
    stems: distinctStems(name),
    descriptionStems: toWords(description).map(stem),
    samples,
    unit: readUnit(name, description),
    digits: readDigits(textOf(entry.type), samples),
    isLabel:
      kind === 'text' &&
      /^(?:name|title|label|id|.*[_ ](?:name|title|id)|.*[a-z](?:Name|Title|Id|ID)|Name|Title|Label|ID)$/.test(
        name,
      ),
  }
}

const USUAL_DIGITS = 3
const FINE_DIGITS = 9

function readDigits(type: string, samples: readonly string[]): number {
  const scale = Number(/\(\d+, ?(\d+)\)/.exec(type)?.[1] ?? 0)
  const isFine = scale > USUAL_DIGITS || samples.some((value) => /\.\d{4,}/.test(value))
  return isFine ? FINE_DIGITS : USUAL_DIGITS
}

type Kind = Pick<Column, 'kind' | 'isCast' | 'format'>

function readKind(name: string, type: string, samples: readonly string[]): Kind {
  const upper = type.toUpperCase()
  const plain = (kind: ColumnKind): Kind => ({ kind, isCast: false, format: null })
  if (/^(DATE|TIMESTAMP|DATETIME)/.test(upper)) return plain('date')
  if (/^BOOL/.test(upper)) return plain('boolean')
  const isNumeric = /INT|DOUBLE|FLOAT|REAL|DECIMAL|NUMERIC|NUMBER|^(LONG|FIXED)/.test(upper)
  if (isNumeric) return plain(isYear(name, samples) ? 'year' : 'number')
  const isText =
    /CHAR|TEXT|STRING|ENUM|UUID|CLOB|^$/.test(upper) ||
    (upper === 'JSON' && !samples.some((value) => /^[[{]/.test(value)))
  if (!isText) return plain('other')

  const filled = samples.filter((value) => value.trim() !== '')
  if (filled.length === 0) return plain('text')
  const found = TEXT_DATE_FORMATS.find(([pattern]) => filled.every((value) => pattern.test(value)))
  if (found !== undefined) return { kind: 'text-date', isCast: true, format: found[1] }
  const isNumber = filled.every((value) => /^-?\d+(\.\d+)?$/.test(value)) && !/code|zip|phone|id$/i.test(name)
  return isNumber
    ? { kind: isYear(name, samples) ? 'year' : 'number', isCast: true, format: null }
    : plain('text')
}

function isYear(name: string, samples: readonly string[]): boolean {
  return toWords(name).includes('year') && samples.every((value) => /^(1[4-9]|2[01])\d\d(\.0)?$/.test(value))
}

const UNITS: readonly (readonly [RegExp, string])[] = [
  [/°\s?C|degrees? celsius/i, '°C'],
  [/°\s?F|degrees? fahrenheit/i, '°F'],
  [/\bmillimet(er|re)s?\b|\bin mm\b|\(mm\)/i, 'mm'],
  [/met(er|re)s per second|\bm\/s\b/i, 'm/s'],
  [/miles per gallon|\bmpg\b/i, 'mpg'],
  [/\bUS dollars?\b|\bUSD\b/i, 'USD'],
  [/\bpercent(age)?\b|\(%\)/i, '%'],
  [/\bin minutes\b|\(min\)|time[_ ]min$/i, 'min'],
  [/\bin pounds\b|\(lbs?\)|[_ ]lbs\b/i, 'lbs'],
  [/\bin kilograms?\b|\(kg\)/i, 'kg'],
  [/\bin years\b/i, 'years'],
  [/[_ ]knots\b/i, 'knots'],
]

/** The code of a currency or token at the end of a description: "Fees so far, in CHN." */
const CODE = /\bin ([A-Z]{3,5})\.?$/

function readUnit(name: string, description: string): string {
  const known = UNITS.find(([pattern]) => pattern.test(description) || pattern.test(name))?.[1]
  return unitOf(name) ?? known ?? CODE.exec(description)?.[1] ?? ''
}
