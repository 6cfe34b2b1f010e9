import type { Derived } from './compare-values.ts'
import type { Scopes } from './find-scopes.ts'
import { isKeyColumn } from './is-key-column.ts'
import type { Surroundings } from './match-cells.ts'
import type { MatchedDerived } from './match-derived.ts'
import { chanceOf, isShown } from './match-number.ts'
import { MONTH_NAMES, readMonth } from './number-words.ts'
import type { WrittenNumber } from './read-numbers.ts'
import type { ResultTable, TableColumn } from './result-table.ts'
import { fold } from './words-of.ts'

/** A quarter or half of a year. */
type Period = { readonly first: number; readonly last: number }
type MonthRow = { readonly row: number; readonly year: number | null; readonly month: number }

/** Every period of a text holds one of these. */
const HINT =
  /\p{L}\.?\s?(?:[–-]|to|through|bis|à|a)\s?\p{L}{3}|q[1-4]|h[12]|quarter|half|quartal|halbjahr|trimestre|semestre|季|半年/iu
const ORDINALS: readonly RegExp[] = [
  /^(?:first|1st|erste[nsmr]?|premier|primer|一|1)$/,
  /^(?:second|2nd|zweite[nsmr]?|deuxieme|second|segundo|二|2)$/,
  /^(?:third|3rd|dritte[nsmr]?|troisieme|tercer|三|3)$/,
  /^(?:fourth|4th|vierte[nsmr]?|quatrieme|cuarto|四|4)$/,
]
const PERIOD =
  /\bq([1-4])\b|\bh([12])\b|([a-z0-9]+) (?:(quarter|quartal|trimestre)|(?:half|halbjahr|semestre))\b|第?([一二三四1-4])季|([上下])半年/g
const RANGE = new RegExp(
  `(?<!\\p{L})(${MONTH_NAMES})\\.?(?:\\s?[–-]\\s?|\\s(?:to|through|bis|à|a)\\s)(${MONTH_NAMES})(?!\\p{L})`,
  'giu',
)
const YEAR = /(?<!\d)(?:19|20)\d\d(?!\d)/g
const MOST_CHARACTERS = 1000
const ACCEPTED = 0.3

/** Finds the sum, mean or share of the months of a quarter or half that the words name: "Q2: 1,204 orders". */
export function matchPeriod(
  number: WrittenNumber,
  around: readonly (Surroundings & { readonly table: ResultTable })[],
  text: string,
): MatchedDerived | null {
  for (const one of around) {
    const { table, scopes } = one
    const said = periodsNear(scopes, text)
    if (!said) return null
    const months = table.result.isLoose || !table.isWhole ? [] : monthsOf(table)
    const rows = said.periods.flatMap((period) => rowsOf(period, { months, years: said.years }) ?? [])
    const found = rows.length > 0 ? calculated(one, rows) : []
    const candidate = found.find((candidate) => isShown(number, candidate))
    const chance = chanceOf(found.length, number.digits)
    if (candidate && chance <= ACCEPTED && (candidate.unit === '%') === (number.unit === '%'))
      return { table, candidate, chance }
  }
  return null
}

/** The periods that the nearest words name, and the years beside them; null where none names one. */
function periodsNear({ clause, sentence, header, lead }: Scopes, text: string) {
  for (const scope of [header, clause, sentence, lead]) {
    if (!scope) continue
    const given = text.slice(scope.start, Math.min(scope.end, scope.start + MOST_CHARACTERS))
    const periods = HINT.test(given) ? readPeriods(given) : []
    if (periods.length > 0) return { periods, years: new Set([...given.matchAll(YEAR)].map(Number)) }
  }
  return null
}

function readPeriods(text: string): Period[] {
  return [...readRanges(text), ...readParts(text)]
}

/** Months from one to another of the same year: "June to August". */
function readRanges(text: string): Period[] {
  return [...text.matchAll(RANGE)].flatMap(([, from = '', to = '']) => {
    const [first, last] = [readMonth(from) ?? 0, readMonth(to) ?? 0]
    return first > 0 && first < last ? [{ first, last }] : []
  })
}

function readParts(text: string): Period[] {
  return [...fold(text).matchAll(PERIOD)].flatMap(([, quarter, half, ordinal, isQuarter, chinese, side]) => {
    const place = ordinal ?? chinese
    const index = place === undefined ? -1 : ORDINALS.findIndex((pattern) => pattern.test(place)) + 1
    const inHalves = Number(half ?? (side ? '上下'.indexOf(side) + 1 : 0))
    if (inHalves > 0) return [{ first: inHalves * 6 - 5, last: inHalves * 6 }]
    const inQuarters = Number(quarter ?? (isQuarter || chinese ? index : 0))
    if (inQuarters > 0) return [{ first: inQuarters * 3 - 2, last: inQuarters * 3 }]
    return index === 1 || index === 2 ? [{ first: index * 6 - 5, last: index * 6 }] : []
  })
}

/** The month of each row; empty where a row has none. */
function monthsOf(table: ResultTable): readonly MonthRow[] {
  const known = MONTHS.get(table)
  if (known) return known
  const dated = new Map<number, MonthRow>()
  for (const { row, date } of table.dates)
    if (date.month !== null && date.day === null) dated.set(row, { row, year: date.year, month: date.month })
  const names = table.result.columns.find((name) =>
    table.rows.every((row) => readMonth(String(row[name])) !== undefined),
  )
  const named = table.rows.map((values, row): MonthRow => {
    return { row, year: yearOf(table, row), month: readMonth(String(values[names ?? ''])) ?? 0 }
  })
  const months = names === undefined ? [...dated.values()] : named
  const found = months.length === table.rows.length ? months : []
  MONTHS.set(table, found)
  return found
}

/** Of each opened table, read once. */
const MONTHS = new WeakMap<ResultTable, readonly MonthRow[]>()

function yearOf({ dates }: ResultTable, row: number): number | null {
  return dates.find((date) => date.row === row && date.date.month === null)?.date.year ?? null
}

/** The rows of the months of a period; null unless each month is there once. */
function rowsOf(
  { first, last }: Period,
  { months, years }: { readonly months: readonly MonthRow[]; readonly years: ReadonlySet<number> },
): ReadonlySet<number>[] | null {
  const isIn = ({ year, month }: MonthRow) =>
    month >= first && month <= last && (year === null || years.size === 0 || years.has(year))
  const byYear = Map.groupBy(months.filter(isIn), ({ year }) => year)
  const isClear = byYear.size === 1 || years.size > 0
  const whole = [...byYear.values()].filter((rows) => {
    return rows.length === last - first + 1 && new Set(rows.map(({ month }) => month)).size === rows.length
  })
  return isClear ? whole.map((rows) => new Set(rows.map(({ row }) => row))) : null
}

/** What the words say is calculated of the rows of the periods. */
function calculated(
  { table, scores, cues, clauseCues }: Surroundings & { readonly table: ResultTable },
  periods: readonly ReadonlySet<number>[],
): Derived[] {
  const measures = table.columns.filter((column) => column.cells.length > 0 && !isKeyColumn(column))
  const named = measures.filter((column) => (scores[table.columns.indexOf(column)] ?? 0) > 0)
  const isMean = cues('mean') && !clauseCues('sum')
  return (named.length > 0 ? named : measures).flatMap((column) => {
    const sums = periods.map((rows) => ({ rows, sum: sumOf(column, rows) }))
    const base = { column: column.name, row: null, isPointed: true }
    return sums.flatMap(({ rows, sum }, index): Derived[] => {
      const { unit } = column
      if (isMean || column.cues('mean'))
        return [{ ...base, unit, rule: 'mean_of_rows', cue: 'mean', value: sum / rows.size }]
      const before = sums[index - 1]?.sum
      const change = before ? (100 * (sum - before)) / Math.abs(before) : null
      const isMoved = change !== null && cues('change') && cues('isFall') === change < 0
      const all = column.profile()?.sum
      return [
        { ...base, unit, rule: 'sum_of_rows', cue: 'sum', value: sum },
        ...(isMoved
          ? [{ ...base, unit: '%', rule: 'change', cue: 'change' as const, value: Math.abs(change) }]
          : []),
        ...(all && !cues('isMove')
          ? [{ ...base, unit: '%', rule: 'share', cue: 'share' as const, value: (100 * sum) / all }]
          : []),
      ]
    })
  })
}

function sumOf({ cells }: TableColumn, rows: ReadonlySet<number>): number {
  return cells.reduce((sum, { row, value }) => (rows.has(row) ? sum + value : sum), 0)
}
