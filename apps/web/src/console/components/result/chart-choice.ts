import { kindOf, type ShownKind } from './column-kind.ts'
import { columnsOf, type ShownRow } from './rows.ts'

/** The types of chart that a reader can choose. */
export const CHART_TYPES = ['bar', 'line', 'area', 'point', 'pie'] as const
type ChosenChartType = (typeof CHART_TYPES)[number]

/** How the series of bars and areas stand: beside each other, on each other, or as shares of 100 %. */
export const STACKINGS = ['grouped', 'stacked', 'share'] as const
type Stacking = (typeof STACKINGS)[number]

/** What a reader chose to see of a result. */
export type ChartChoice = {
  readonly type: ChosenChartType
  /** The column along the chart: categories, times or numbers. The slices of a pie. */
  readonly x: string
  /** Columns of numbers, at least one. Several make a series each. */
  readonly y: readonly string[]
  /** The column whose values make a series each. */
  readonly series: string | null
  readonly stacking: Stacking
}

export type ChartColumn = { readonly name: string; readonly kind: ShownKind }

/** Maximum number of categories that colours distinguish. */
const MAX_SERIES = 12

/** The columns of rows with their kinds. */
export function chartColumns(rows: readonly ShownRow[], ordered?: readonly string[]): ChartColumn[] {
  return columnsOf(rows, ordered).map((name) => ({ name, kind: kindOf(rows, name) }))
}

/**
 * Chooses a chart for rows: numbers over times or years as a line, numbers by name as bars, numbers against numbers as
 * points. When values on the x axis repeat, a text column that distinguishes the rows becomes the series. Without one
 * the rows are points, because a line or a stack would join unrelated rows. Null when no two columns can be drawn.
 */
export function suggestChoice(rows: readonly ShownRow[], ordered?: readonly string[]): ChartChoice | null {
  const columns = chartColumns(rows, ordered)
  const first = (wanted: ShownKind) => columns.find(({ kind }) => kind === wanted)
  const across = first('time') ?? first('year') ?? first('text')
  const numbers = columns.filter(({ kind }) => kind === 'number')
  const x = across ?? numbers[0]
  const y = across ? numbers[0] : numbers[1]
  if (!x || !y) return null
  const isRepeated = !isUnique(rows, [x.name])
  const series = isRepeated && x.kind !== 'number' ? findSeries(rows, columns, x) : undefined
  const type = isRepeated && !series ? 'point' : TYPE_OF[x.kind]
  return { type, x: x.name, y: [y.name], series: series?.name ?? null, stacking: 'grouped' }
}

const TYPE_OF = { time: 'line', year: 'line', text: 'bar', number: 'point' } as const

/** Whether no two rows have the same values in these columns. */
function isUnique(rows: readonly ShownRow[], names: readonly string[]): boolean {
  const keys = rows.map((row) => JSON.stringify(names.map((name) => row[name])))
  return new Set(keys).size === keys.length
}

/** The text column that leaves one row for each of its values at every place on the x axis. */
function findSeries(
  rows: readonly ShownRow[],
  columns: readonly ChartColumn[],
  x: ChartColumn,
): ChartColumn | undefined {
  return columns.find(
    ({ name, kind }) =>
      kind === 'text' &&
      name !== x.name &&
      new Set(rows.map((row) => row[name])).size <= MAX_SERIES &&
      isUnique(rows, [x.name, name]),
  )
}

/** The choice that a drawn specification stands for; null when it is more than one plain view of these columns. */
export function readChoice(
  spec: Readonly<Record<string, unknown>>,
  columns: readonly string[],
): ChartChoice | null {
  const type = TYPE_OF_MARK[markOf(spec)]
  const { x, y, theta, color } = fieldsOf(spec.encoding)
  const isLying = type === 'bar' && typeAt(spec.encoding, 'x') === 'quantitative'
  const plain = isLying ? [y, x] : [x, y]
  const [along, number] = type === 'pie' ? [color, theta] : plain
  if (!type || !along || !number) return null
  const series = type === 'pie' || color === along ? null : (color ?? null)
  if (![along, number, ...(series ? [series] : [])].every((name) => columns.includes(name))) return null
  return { type, x: along, y: [number], series, stacking: stackingOf(spec.encoding) }
}

const TYPE_OF_MARK: Readonly<Record<string, ChosenChartType>> = {
  bar: 'bar',
  line: 'line',
  area: 'area',
  point: 'point',
  circle: 'point',
  arc: 'pie',
}

function markOf({ mark }: Readonly<Record<string, unknown>>): string {
  const type: unknown = typeof mark === 'object' && mark !== null ? Reflect.get(mark, 'type') : mark
  return typeof type === 'string' ? type : ''
}

function fieldsOf(encoding: unknown): Partial<Record<string, string>> {
  const channels = Object.entries(Object(encoding)).flatMap(([channel, definition]) => {
    const field: unknown = Reflect.get(Object(definition), 'field')
    return typeof field === 'string' ? [[channel, field.replace(/\\([.[\]])/g, '$1')] as const] : []
  })
  return Object.fromEntries(channels)
}

function typeAt(encoding: unknown, channel: string): unknown {
  return Reflect.get(Object(Reflect.get(Object(encoding), channel)), 'type')
}

function stackingOf(encoding: unknown): Stacking {
  const stack: unknown = Reflect.get(Object(Reflect.get(Object(encoding), 'y')), 'stack')
  if (stack === 'normalize') return 'share'
  return 'xOffset' in Object(encoding) || stack === null || stack === false ? 'grouped' : 'stacked'
}
