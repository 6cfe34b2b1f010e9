import type { Chart } from '../chart/read-chart.ts'
import { columnsOf, type ShownRow } from '../data-table.tsx'

type Kind = 'number' | 'year' | 'time' | 'text'
type Column = { readonly name: string; readonly kind: Kind }

/** Maximum number of categories that colours distinguish. */
const MAX_SERIES = 12

/**
 * Chooses a chart for rows: numbers over times or years as a line, numbers by name as bars in the order of the rows,
 * numbers against numbers as points. Years are categories, because a scale of numbers writes 2,001. When values on the x axis repeat, a text column that distinguishes the rows becomes the series.
 * Without one the rows are points, because a line or a stack would join unrelated rows. NULL stays a gap.
 * `note` names the shown rows in the drawing. Null when no two columns can be drawn.
 */
export function guessChart(rows: readonly ShownRow[], note?: string): Chart | null {
  const columns = columnsOf(rows).map((name) => ({ name, kind: kindOf(rows, name) }))
  const first = (wanted: Kind) => columns.find(({ kind }) => kind === wanted)
  const across = first('time') ?? first('year') ?? first('text')
  const numbers = columns.filter(({ kind }) => kind === 'number')
  const x = across ?? numbers[0]
  const y = across ? numbers[0] : numbers[1]
  if (!x || !y) return null
  const isRepeated = !isUnique(rows, [x.name])
  const series = isRepeated && x.kind !== 'number' ? findSeries(rows, columns, x) : undefined
  return {
    spec: {
      ...(note !== undefined && { title: { text: y.name, subtitle: note } }),
      mark: isRepeated && !series ? 'point' : markFor(x.kind),
      encoding: {
        x: { ...axis(x), type: TYPES[x.kind], ...placed(rows, x) },
        y: { ...axis(y), type: 'quantitative' },
        ...(series && { color: { ...axis(series), type: 'nominal' } }),
        ...(series && x.kind === 'text' && { xOffset: { field: escapeField(series.name) } }),
      },
    },
    results: [{ name: null, rows: rows.map((row) => ({ ...row, [y.name]: toNumber(row[y.name]) })) }],
  }
}

/** Names keep the order of the rows. Days are read as UTC, so another time zone must not show the day before. */
function placed(rows: readonly ShownRow[], { name, kind }: Column) {
  if (kind === 'text') return { sort: null }
  const areDays =
    kind === 'time' &&
    rows.every((row) => row[name] === null || /^\d{4}-\d{2}-\d{2}$/.test(String(row[name])))
  return areDays ? { scale: { type: 'utc' } } : {}
}

const TYPES = { number: 'quantitative', year: 'ordinal', time: 'temporal', text: 'nominal' } as const

function markFor(kind: Kind) {
  if (kind === 'time' || kind === 'year') return { type: 'line', point: true }
  return kind === 'text' ? 'bar' : 'point'
}

/** The text column that leaves one row for each of its values at every place on the x axis. */
function findSeries(rows: readonly ShownRow[], columns: readonly Column[], x: Column): Column | undefined {
  return columns.find(
    ({ name, kind }) =>
      kind === 'text' &&
      name !== x.name &&
      new Set(rows.map((row) => row[name])).size <= MAX_SERIES &&
      isUnique(rows, [x.name, name]),
  )
}

function isUnique(rows: readonly ShownRow[], names: readonly string[]): boolean {
  const keys = rows.map((row) => JSON.stringify(names.map((name) => row[name])))
  return new Set(keys).size === keys.length
}

function axis({ name }: Column) {
  return { field: escapeField(name), title: name }
}

function toNumber(value: unknown): number | null {
  return value === null || value === undefined ? null : Number(value)
}

/** The common type of a column's non-null values. */
function kindOf(rows: readonly ShownRow[], column: string): Kind {
  const values = rows.map((row) => row[column]).filter((value) => value !== null && value !== undefined)
  if (values.length === 0) return 'text'
  if (values.every((value) => value !== '' && typeof value !== 'boolean' && Number.isFinite(Number(value)))) {
    return isYears(column, values) ? 'year' : 'number'
  }
  return values.every((value) => /^\d{4}-\d{2}-\d{2}([T ].*)?$/.test(String(value))) ? 'time' : 'text'
}

const YEAR_NAME = /(?:^|[^a-z])(?:year|yr|jahr|année|annee|año|ano|anno|rok|år)(?:$|[^a-z])|年|год|سنة|साल/i

/** Whether integers are years by their values and by the name of their column. */
function isYears(column: string, values: readonly unknown[]): boolean {
  const isYear = (value: unknown) =>
    Number.isInteger(Number(value)) && Number(value) >= 1500 && Number(value) <= 2200
  return YEAR_NAME.test(column.toLowerCase()) && values.every(isYear)
}

/** Vega would read dots and brackets in a name as a path. */
function escapeField(field: string): string {
  return field.replace(/[.[\]]/g, '\\$&')
}
