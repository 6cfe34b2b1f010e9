import type { JsonObject, JsonValue } from '@parley/domain'
import { isJsonObject } from '../../json.ts'
import { chartError, chartRefusal } from './chart-error.ts'
import { placesOf, rewrittenSpec, type SpecPlace } from './walk.ts'

const MAX_SIDE = 4000
const MAX_COUNT = 1000

/** Settings that multiply what is drawn. */
const COUNTS = new Set(['maxbins', 'steps', 'tickCount', 'columns', 'counts', 'resolve'])

/**
 * Refuses addresses, pictures, generated data and excessive sizes in a spec, and removes host settings. The rows of the
 * query are its only data.
 */
export function guardSpec(spec: JsonObject): JsonObject {
  for (const place of placesOf(spec)) refusePlace(place)
  return rewrittenSpec(spec, keepPlace)
}

function refusePlace({ key, value, parent }: SpecPlace): void {
  if (key === '__proto__') throw chartRefusal('The spec has a property called __proto__; leave it out.')
  if (key === 'url' || key === 'href') {
    throw chartRefusal(
      `A chart may not load or link to addresses; its rows come from sql_results alone. Leave out "${key}".`,
    )
  }
  if (key === 'sequence' || key === 'graticule' || key === 'sphere') {
    throw chartRefusal(`A chart may not generate data (${key}); select the rows with SQL.`)
  }
  if (key === 'lookup' && looksUpOwnData(parent.from)) {
    throw chartRefusal(
      'A lookup reads a result that sql_results names: send for example {"sales": 1, "regions": 2} and write "from": {"data": {"name": "regions"}, …}; or join the tables in SQL.',
    )
  }
  if (isMark(key, parent) && value === 'image') {
    throw chartRefusal(
      'Marks of type image are not drawn here; use bar, line, area, point, arc, rect, rule, text, tick or geoshape.',
    )
  }
  if (typeof value === 'string' && /\bsequence\s*\(/.test(value)) {
    throw chartRefusal('A chart may not generate data (sequence); select the rows with SQL.')
  }
  refuseSize(key, value)
}

/** Whether a lookup reads something else than a parameter or a named result. */
function looksUpOwnData(from: JsonValue | undefined): boolean {
  if (!isJsonObject(from) || 'param' in from) return false
  return !isJsonObject(from.data) || typeof from.data.name !== 'string'
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

const DROPPED = new Set(['$schema', 'datasets', 'usermeta', 'autosize'])

function keepPlace({ key, value }: SpecPlace): JsonValue | undefined {
  if (DROPPED.has(key)) return undefined
  if ((key === 'width' || key === 'height') && value === 'container') return undefined
  return value
}
