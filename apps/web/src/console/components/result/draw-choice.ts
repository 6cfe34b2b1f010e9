import type { ChartChoice } from './chart-choice.ts'
import { areDays, kindOf, type ShownKind } from './column-kind.ts'
import type { Chart } from './read-chart.ts'
import { isMissing, type ShownRow, textOf } from './rows.ts'
import { RESULT_TEXTS } from './texts.ts'

/** Slices of a pie that colours distinguish; the others become one. */
const MAX_SLICES = 8
/** At most this many days have a place each below bars; more have an axis of time. */
const MAX_BAR_TIMES = 60
const OTHER = 'Other'

type Field = { readonly name: string; readonly kind: ShownKind }
type Drawn = { readonly rows: readonly ShownRow[]; readonly number: string; readonly series: string | null }

/**
 * The chart of a choice: a Vega-Lite specification and the rows that it draws. Pure. Numbers that arrive as text become
 * numbers, NULL stays a gap. Several columns of numbers are folded into one with a series each. Where places on the x
 * axis repeat, bars, lines, areas and slices show sums. Years and names keep the order of the rows.
 */
export function drawChoice(rows: readonly ShownRow[], choice: ChartChoice): Chart {
  const drawn = choice.y.length > 1 ? fold(rows, choice) : single(rows, choice)
  const x = { name: choice.x, kind: kindOf(rows, choice.x) }
  if (choice.type === 'pie') return drawPie(drawn, x)
  const isSum = choice.type !== 'point' && hasRepeats(drawn, x.name)
  const title = isSum ? RESULT_TEXTS.sumOf(drawn.number) : drawn.number
  const y = {
    field: escapeField(drawn.number),
    ...(isSum && { aggregate: 'sum' }),
    type: 'quantitative',
    title: choice.y.length > 1 ? null : title,
    ...stackOf(choice, drawn),
  }
  const encoding = {
    x: { ...axis(x), ...place(rows, x, choice.type), ...(isRow(x, choice.type) && { sort: null }) },
    y,
    ...(drawn.series !== null && { color: seriesOf(drawn) }),
    ...(isBeside(choice, drawn) && { xOffset: { field: escapeField(drawn.series ?? ''), sort: null } }),
  }
  return { spec: { mark: markOf(choice, drawn), encoding }, results: [{ name: null, rows: drawn.rows }] }
}

function single(rows: readonly ShownRow[], { y: [number = ''], series }: ChartChoice): Drawn {
  return { rows: rows.map((row) => ({ ...row, [number]: toNumber(row[number]) })), number, series }
}

/** One row for each number of a row, with its column as the series. */
function fold(rows: readonly ShownRow[], { x, y, series }: ChartChoice): Drawn {
  const number = unused('value', [x, series])
  const name = unused('series', [x, series])
  const folded = rows.flatMap((row) =>
    y.map((column) => ({
      [x]: row[x],
      [name]: series === null ? column : `${textOf(row[series])}, ${column}`,
      [number]: toNumber(row[column]),
    })),
  )
  return { rows: folded, number, series: name }
}

function unused(name: string, taken: readonly (string | null)[]): string {
  return taken.includes(name) ? `${name}_` : name
}

function hasRepeats({ rows, series }: Drawn, x: string): boolean {
  const keys = rows.map((row) => JSON.stringify([row[x], series === null ? null : row[series]]))
  return new Set(keys).size < keys.length
}

function drawPie({ rows, number, series }: Drawn, x: Field): Chart {
  const sums = new Map<string, number>()
  const slice = (row: ShownRow) =>
    series === null || series === x.name
      ? textOf(row[x.name])
      : `${textOf(row[x.name])}, ${textOf(row[series])}`
  for (const row of rows) {
    const value = toNumber(row[number])
    if (value !== null) sums.set(slice(row), (sums.get(slice(row)) ?? 0) + value)
  }
  const sorted = [...sums].toSorted(([, a], [, b]) => b - a)
  const shown = sorted.length > MAX_SLICES ? sorted.slice(0, MAX_SLICES - 1) : sorted
  const rest = sorted.slice(shown.length)
  const other = rest.reduce((sum, [, value]) => sum + value, 0)
  const slices = [...shown, ...(rest.length > 0 ? [[`${OTHER} (${rest.length})`, other] as const] : [])]
  return {
    spec: {
      mark: { type: 'arc', innerRadius: { expr: 'min(width, height) / 4.5' } },
      encoding: {
        theta: { field: escapeField(number), type: 'quantitative', title: number, stack: true },
        color: { ...axis(x), type: 'nominal', sort: null },
        order: { field: escapeField(number), sort: 'descending' },
      },
    },
    results: [{ name: null, rows: slices.map(([name, value]) => ({ [x.name]: name, [number]: value })) }],
  }
}

function markOf({ type, stacking }: ChartChoice, { rows, series }: Drawn) {
  if (type === 'line') return { type, point: rows.length <= MAX_BAR_TIMES }
  if (type === 'area')
    return { type, line: true, opacity: series !== null && stacking === 'grouped' ? 0.35 : 0.6 }
  return type
}

function stackOf({ type, stacking }: ChartChoice, { series }: Drawn) {
  if (series === null || (type !== 'bar' && type !== 'area')) return {}
  if (stacking === 'share') return { stack: 'normalize', axis: { format: '%' } }
  return { stack: stacking === 'stacked' ? 'zero' : null }
}

function isBeside({ type, stacking }: ChartChoice, { series }: Drawn): boolean {
  return type === 'bar' && stacking === 'grouped' && series !== null
}

function seriesOf({ series }: Drawn) {
  return { field: escapeField(series ?? ''), title: series, type: 'nominal', sort: null }
}

const TYPES = { number: 'quantitative', year: 'ordinal', time: 'temporal', text: 'nominal' } as const

/** Whether an axis keeps the order of the rows: an axis of names, and one of years below bars. */
function isRow({ kind }: Field, type: ChartChoice['type']): boolean {
  return kind === 'text' || (kind === 'year' && type === 'bar')
}

/** Days are read as UTC, so another time zone must not show the day before. */
function place(rows: readonly ShownRow[], { name, kind }: Field, type: ChartChoice['type']) {
  const isDay = kind === 'time' && areDays(rows, name)
  const places = new Set(rows.map((row) => row[name])).size
  if (type === 'bar' && kind === 'number') return { type: 'ordinal' }
  if (type === 'bar' && isDay && places <= MAX_BAR_TIMES) {
    const areMonths = rows.every((row) => isMissing(row[name]) || String(row[name]).endsWith('-01'))
    return { type: 'ordinal', timeUnit: areMonths ? 'utcyearmonth' : 'utcyearmonthdate' }
  }
  return { type: TYPES[kind], ...(isDay && { scale: { type: 'utc' } }) }
}

function axis({ name }: Field) {
  return { field: escapeField(name), title: name }
}

function toNumber(value: unknown): number | null {
  return isMissing(value) ? null : Number(value)
}

/** Vega would read dots and brackets in a name as a path. */
function escapeField(field: string): string {
  return field.replace(/[.[\]]/g, '\\$&')
}
