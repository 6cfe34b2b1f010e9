import type { JsonObject, JsonValue } from '@parley/domain'
import { isJsonObject } from '../../json.ts'
import type { ChartData } from './chart-data.ts'
import { columnKind } from './column-types.ts'
import { drawnData } from './drawn-data.ts'
import { type EncodingPlace, missingType } from './field-types.ts'
import { rewriteViews } from './view-tree.ts'

type Scope = { readonly data: ChartData | undefined; readonly encoding: JsonObject }

/**
 * Adds to the encodings of a spec what its rows show: missing types, the order of an ordered statement on axes of
 * categories, and numbers without a thousands separator on axes of years. What the spec says itself is kept.
 */
export function completeEncodings(spec: JsonObject, results: readonly ChartData[]): JsonObject {
  const outermost: Scope = { data: results[0], encoding: {} }
  return rewriteViews(spec, outermost, (view, scope) => {
    const data = drawnData(view, results) ?? scope.data
    const { encoding } = view
    if (!data || !isJsonObject(encoding)) return { view, context: { ...scope, data } }
    const completed = completeEncoding({ encoding, inherited: scope.encoding, mark: markOf(view), data })
    return {
      view: { ...view, encoding: completed },
      context: { data, encoding: { ...scope.encoding, ...completed } },
    }
  })
}

function markOf({ mark }: JsonObject): string | null {
  const type = isJsonObject(mark) ? mark.type : mark
  return typeof type === 'string' ? type : null
}

function completeEncoding(place: EncodingPlace): JsonObject {
  const completed = Object.entries(place.encoding).map(([channel, definition]): [string, JsonValue] => {
    if (!isJsonObject(definition)) return [channel, definition]
    const type = missingType(channel, place)
    const typed = type === null ? definition : { ...definition, type }
    return [channel, withYears(channel, withOrder(channel, typed, place), place.data)]
  })
  return Object.fromEntries(completed)
}

/** Channels that place categories beside each other. */
const ORDERED_CHANNELS = new Set(['x', 'y', 'row', 'column', 'facet'])

function withOrder(channel: string, definition: JsonObject, { encoding, data }: EncodingPlace): JsonObject {
  const { field, type = 'nominal' } = definition
  if (!data.isOrdered || !ORDERED_CHANNELS.has(channel) || typeof field !== 'string') return definition
  if (['sort', 'bin', 'timeUnit', 'aggregate'].some((key) => key in definition)) return definition
  const name = field.replace(/\\([.[\]])/g, '$1')
  if (!data.names.has(name)) return definition
  // Ordinal numbers and times are ordered by their values.
  if (type !== 'nominal' && !(type === 'ordinal' && columnKind(name, data) === 'text')) return definition
  const isAggregated = Object.values(encoding).some((other) => isJsonObject(other) && 'aggregate' in other)
  return isAggregated && !isGrouped(name, data) ? definition : { ...definition, sort: null }
}

/** Whether the rows of each value follow one another, so that the order of the rows also orders the values. */
function isGrouped(name: string, { rows }: ChartData): boolean {
  const ended = new Set<JsonValue | undefined>()
  let last: JsonValue | undefined
  return rows.every((row, index) => {
    const value = row[name]
    if (index > 0 && value !== last) ended.add(last)
    last = value
    return !ended.has(value)
  })
}

const GUIDES: Record<string, 'axis' | 'legend'> = {
  x: 'axis',
  y: 'axis',
  color: 'legend',
  fill: 'legend',
  size: 'legend',
}

/** Years are integers that a thousands separator would make unreadable, as in 2,001. */
function withYears(channel: string, definition: JsonObject, data: ChartData): JsonObject {
  const { field, type } = definition
  const guide = GUIDES[channel]
  if (
    guide === undefined ||
    type !== 'quantitative' ||
    typeof field !== 'string' ||
    'aggregate' in definition
  )
    return definition
  const settings = definition[guide] ?? {}
  const holdsYears = isJsonObject(settings) && !('format' in settings) && !('labelExpr' in settings)
  if (!holdsYears || !areYears(field, data)) return definition
  return { ...definition, [guide]: { format: 'd', tickMinStep: 1, ...settings } }
}

const FIRST_YEAR = 1500
const LAST_YEAR = 2200

function areYears(field: string, { rows }: ChartData): boolean {
  const values = rows.map((row) => row[field]).filter((value) => value !== null && value !== undefined)
  const isYear = (value: JsonValue | undefined) =>
    Number.isInteger(Number(value)) && Number(value) >= FIRST_YEAR && Number(value) <= LAST_YEAR
  return values.length > 0 && values.every(isYear)
}
