import type { JsonObject, JsonValue } from '@parley/domain'
import { isJsonObject } from '../../json.ts'
import { chartError, chartRefusal } from './chart-error.ts'
import { placesOf, rewrittenSpec, type SpecPlace } from './walk.ts'

const MAX_SIDE = 2000
const MAX_COUNT = 1000
/** Maximum rows that are drawn with one mark each. More take seconds, and their marks overlap. */
const MAX_RAW_ROWS = 5000
const MAX_ROWS = 50_000

/** Settings that multiply the number of drawn items. */
const COUNTS = new Set(['maxbins', 'steps', 'tickCount', 'columns', 'counts', 'resolve'])

/**
 * Refuses addresses, pictures, generated data and excessive sizes in a spec. Removes the spec's own data,
 * names and host settings. The rows of the query are its only data.
 */
export function guardSpec(spec: JsonObject, rowCount: number): JsonObject {
  for (const place of placesOf(spec)) refusePlace(place)
  refuseTooManyRows(spec, rowCount)
  return rewrittenSpec(spec, keepPlace)
}

function refusePlace({ key, value, parent }: SpecPlace): void {
  if (key === '__proto__') throw chartRefusal('The spec has a property called __proto__; leave it out.')
  if (key === 'url' || key === 'href') {
    throw chartRefusal('A chart may not load or link to addresses; its rows come from sql_results alone.')
  }
  if (key === 'sequence' || key === 'graticule' || key === 'sphere') {
    throw chartRefusal(`A chart may not generate data (${key}); select the rows with SQL.`)
  }
  if (key === 'lookup' && isJsonObject(parent.from ?? null)) {
    throw chartRefusal('A chart may not look up other data; join it in SQL.')
  }
  if (isMark(key, parent) && (value === 'image' || value === 'geoshape')) {
    throw chartRefusal(
      `Marks of type ${value} are not drawn here; use bar, line, area, point, arc, rect, rule, text or tick.`,
    )
  }
  if (typeof value === 'string' && /\bsequence\s*\(/.test(value)) {
    throw chartRefusal('A chart may not generate data (sequence); select the rows with SQL.')
  }
  refuseSize(key, value)
}

function isMark(key: string, parent: JsonObject): boolean {
  return key === 'mark' || (key === 'type' && !('field' in parent))
}

function refuseSize(key: string, value: JsonValue): void {
  if (
    (key === 'width' || key === 'height') &&
    typeof value === 'number' &&
    !(value > 0 && value <= MAX_SIDE)
  ) {
    throw chartError(`${key} must be between 1 and ${MAX_SIDE}.`)
  }
  const step = (key === 'width' || key === 'height') && isJsonObject(value) ? value.step : 1
  if (typeof step === 'number' && !(step > 0 && step <= 200))
    throw chartError(`${key}.step must be between 1 and 200.`)
  if (COUNTS.has(key) && typeof value === 'number' && value > MAX_COUNT) {
    throw chartError(`${key} must be at most ${MAX_COUNT}.`)
  }
}

function refuseTooManyRows(spec: JsonObject, rowCount: number): void {
  const isAggregated = [...placesOf(spec)].some(
    ({ key, value }) =>
      (key === 'aggregate' || key === 'bin' || key === 'density') && value !== null && value !== false,
  )
  const limit = isAggregated ? MAX_ROWS : MAX_RAW_ROWS
  if (rowCount > limit) {
    throw chartError(
      `There are ${rowCount} rows and at most ${limit} can be drawn; aggregate or sample them in SQL.`,
    )
  }
}

const DROPPED = new Set(['$schema', 'data', 'datasets', 'usermeta', 'autosize', 'name'])

function keepPlace({ key, value, parent }: SpecPlace): JsonValue | undefined {
  // `name` names a view, but in a parameter expressions refer to it.
  if (key === 'name' && ('select' in parent || 'value' in parent || 'bind' in parent || 'expr' in parent))
    return value
  if (DROPPED.has(key)) return undefined
  if ((key === 'width' || key === 'height') && value === 'container') return undefined
  return value
}
