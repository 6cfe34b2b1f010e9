import type { DuckDBConnection } from '@duckdb/node-api'
import type { ReadingSettings } from '@parley/domain'
import { kindOfCell, MISSING_WORDS, noteOfMissing } from './cell-kind.ts'
import { quoteText } from './open-duckdb.ts'
import type { Proposal, Reading } from './reading.ts'
import { proposeDates } from './text-dates.ts'
import { proposeNumbers } from './text-numbers.ts'

/** The conversion of a column, and its note in the catalog. */
export type ReadColumn = Pick<Reading, 'note' | 'kind' | 'settings'> & { readonly expression?: string }

type TextColumns = {
  readonly from: string
  /** SQL expressions of the text columns. */
  readonly texts: readonly string[]
  /** The separator of a delimited file, whose columns may hold numbers as text. */
  readonly separator?: string
  /** What the owner chose. */
  readonly settings?: ReadingSettings
  /** Values that occur, by expression, where the reader has them already. */
  readonly samples?: ReadonlyMap<string, readonly string[]>
}

const SAMPLED_ROWS = 2000
/** Enough to propose a form. */
export const SAMPLES = 100
/** Longer texts are neither dates nor numbers. */
export const SAMPLE_CHARACTERS = 40
/** One statement looks at this many columns, so that wide tables stay within memory. */
const COLUMNS_AT_ONCE = 10
/** Fewer where patterns are matched, because the engine keeps megabytes for each. */
const JUDGED_AT_ONCE = 10

/**
 * Finds the text columns in which every value is a date or a number in one form, and how to read them. A sample proposes
 * the form; one other value anywhere and the column stays text. Keys of the result are the given expressions.
 */
export async function readTexts(
  connection: DuckDBConnection,
  { from, texts, separator, settings = {}, samples: known }: TextColumns,
): Promise<Map<string, ReadColumn>> {
  const columns = new Map<string, ReadColumn>()
  for (let start = 0; start < texts.length; start += COLUMNS_AT_ONCE) {
    const part = texts.slice(start, start + COLUMNS_AT_ONCE)
    const samples = known
      ? part.map((text) => known.get(text) ?? [])
      : await sampleTexts(connection, { from, texts: part })
    const proposals = part.flatMap((text, index) => {
      const proposal = propose(samples[index] ?? [], { separator, settings })
      return proposal ? [{ text, proposal }] : []
    })
    for (let at = 0; at < proposals.length; at += JUDGED_AT_ONCE) {
      const some = proposals.slice(at, at + JUDGED_AT_ONCE)
      for (const [text, column] of await judge(connection, { from, proposals: some }))
        columns.set(text, column)
    }
  }
  return columns
}

function propose(
  samples: readonly string[],
  { separator, settings }: { separator: string | undefined; settings: ReadingSettings },
): Proposal | null {
  const values = samples.filter((sample) => !MISSING_WORDS.includes(sample.toLowerCase()))
  if (values.length === 0) return null
  const dates = proposeDates(values, settings)
  const isDelimited = separator !== undefined
  const read = dates ?? (isDelimited ? proposeNumbers(values, { separator, settings }) : null)
  const other = proposeNote(values, isDelimited)
  return read ? { ...read, ...(other?.ambiguous && { unlike: other.ambiguous }) } : other
}

/** With signs, currencies, units, magnitudes and marks of footnotes around the digits, of any script. */
const NUMBER =
  /^[(]?[<>≤≥~≈]?[+−-]?\s?\p{Sc}?\s?(?:\p{Nd}{1,3}(?:[., '’\u00a0\u202f]\p{Nd}{2,3})+|\p{Nd}+)(?:[.,٫]\p{Nd}+)?(?:\s?[%‰°\p{Sc}]|\s?\p{L}{1,4}[²³]?|\s\p{L}{1,8}\.?|\s?[*†‡¹²³⁴-⁹]+|\s?\[\p{L}?\d{0,2}\]|\s?\(\p{L}\))?[)]?$/u
/** Numbers inside of texts that JSON keeps apart from its own: plain, or with thousands, currencies and signs. */
const JSON_NUMBER =
  /^[(]?[+−-]?\p{Sc}?\s?(?:[1-9]\d{0,2}(?:[, '’]\d{3})+|0|[1-9]\d*)(?:[.,]\d+)?\s?[%\p{Sc}]?[)]?$/u
/** A share of values with a form that makes a note worth while. */
const ALIKE_SHARE = 0.5

/** A note about a column of text that looks like dates or numbers, whose values compare as text. */
function proposeNote(values: readonly string[], isDelimited: boolean): Proposal | null {
  if (values.length < 2) return null
  const forms = [
    { name: 'dates or times', has: (value: string) => kindOfCell(value) === 'moment' },
    { name: 'numbers', has: (value: string) => (isDelimited ? NUMBER : JSON_NUMBER).test(value) },
  ]
  const form = forms.find(({ has }) => values.filter(has).length >= values.length * ALIKE_SHARE)
  if (!form) return null
  const other = values.find((value) => !form.has(value))
  if (other === undefined && form.name === 'numbers' && !isDelimited)
    return {
      readings: [],
      ambiguous: 'Numbers that the file keeps as text. Kept as text, and compared as text.',
    }
  const ambiguous =
    other === undefined
      ? `Values look like ${form.name}, but not in one form that is read. Kept as text, and compared as text.`
      : `Most values look like ${form.name}, others do not, such as “${other}”. Kept as text, and compared as text.`
  return { readings: [], ambiguous }
}

async function sampleTexts(
  connection: DuckDBConnection,
  { from, texts }: { from: string; texts: readonly string[] },
): Promise<string[][]> {
  const inner = texts.map((text, index) => `${trimmed(text)} AS v${index}`)
  const lists = texts.map(
    (_, index) =>
      `list(DISTINCT left(v${index}, ${SAMPLE_CHARACTERS})) FILTER (v${index} <> '')[1:${SAMPLES}]`,
  )
  const read = await connection.runAndReadAll(
    `SELECT ${lists} FROM (SELECT ${inner} FROM ${from} LIMIT ${SAMPLED_ROWS})`,
  )
  const [row = []] = read.getRowsJson()
  return texts.map((_, index) => {
    const values = row[index]
    return Array.isArray(values) ? values.map(String) : []
  })
}

type Proposed = { readonly text: string; readonly proposal: Proposal }

async function judge(
  connection: DuckDBConnection,
  { from, proposals }: { from: string; proposals: readonly Proposed[] },
): Promise<Map<string, ReadColumn>> {
  const columns = new Map<string, ReadColumn>()
  if (proposals.length === 0) return columns
  const inner = proposals.map(
    ({ text }, index) => `${presentValue(text)} AS v${index}, nullif(${trimmed(text)}, '') AS w${index}`,
  )
  const counts = proposals.flatMap(({ proposal }, index) => {
    const value = `v${index}`
    // For each FILTER of a statement the engine reserves room for the arguments of all others.
    const count = (check: string) => `count_if(${check})`
    const checks = proposal.readings.map(({ check, tighter = [], doubt }) => {
      const tight = tighter.map((type) => count(`${check(value)} AND ${type.check(value)}`))
      const odd = doubt ? count(`${check(value)} AND ${doubt.check(value)}`) : '0'
      return `[${[count(check(value)), odd, ...tight]}]`
    })
    return [`[[count(${value}), count(w${index})], ${checks}]`]
  })
  const counted = await connection.runAndReadAll(`SELECT ${counts} FROM (SELECT ${inner} FROM ${from})`)
  const [row = []] = counted.getRowsJson()
  for (const [index, { text, proposal }] of proposals.entries()) {
    const column = choose(proposal, { text, counts: countsIn(row[index]) })
    if (column) columns.set(text, column)
  }
  return columns
}

function countsIn(value: unknown): number[][] {
  return Array.isArray(value) ? value.map((counts) => (Array.isArray(counts) ? counts.map(Number) : [])) : []
}

function choose(
  { readings, preferred, ambiguous, unlike }: Proposal,
  { text, counts: [totals = [], ...counts] }: { text: string; counts: readonly number[][] },
): ReadColumn | null {
  const [total = 0, all = 0] = totals
  const fitting = readings
    .map((reading, index) => ({ reading, index }))
    .filter(({ index }) => counts[index]?.[0] === total)
  if (total === 0) return null
  if (fitting.length === 0)
    return noteOfOthers({ total, fit: Math.max(0, ...counts.map(([fit = 0]) => fit)), ambiguous, unlike })
  const chosen = fitting.length === 1 ? fitting[0] : fitting.find(({ index }) => index === preferred)
  if (!chosen)
    return preferred === undefined && ambiguous !== undefined
      ? { note: ambiguous, kind: 'kept_as_text' }
      : null
  const { reading, index } = chosen
  const tight = reading.tighter?.find((_, place) => counts[index]?.[place + 2] === total)
  const { note, kind, settings } = reading
  const odd = counts[index]?.[1] ?? 0
  const missing = all > total ? noteOfMissing(all - total) : ''
  return {
    expression: (tight ?? reading).read(presentValue(text)),
    note: [note, missing, odd > 0 ? `${odd} ${reading.doubt?.text}` : '']
      .filter((part) => part !== '')
      .join(' '),
    kind,
    ...(settings && { settings }),
  }
}

/** Says that a column stays text because of some values. */
function noteOfOthers({
  total,
  fit,
  ambiguous,
  unlike,
}: {
  total: number
  fit: number
  ambiguous: string | undefined
  unlike: string | undefined
}): ReadColumn | null {
  const unread = (fit === 0 ? ambiguous : undefined) ?? unlike
  const others = `${total - fit} of ${total} values are unlike the others. Kept as text, and compared as text.`
  const note = fit >= total * ALIKE_SHARE ? others : unread
  return note === undefined ? null : { note, kind: 'kept_as_text' }
}

/** SQL for a value of a column of dates or numbers: NULL for an empty text and for a word that means no value. */
export function presentValue(text: string): string {
  const words = MISSING_WORDS.map(quoteText)
  // Not IN: the engine joins a hash table for each.
  return `CASE WHEN list_contains(['', ${words}], lower(${trimmed(text)})) THEN NULL ELSE ${trimmed(text)} END`
}

function trimmed(text: string): string {
  return `trim(${text})`
}
