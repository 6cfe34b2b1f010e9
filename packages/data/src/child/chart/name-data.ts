import type { JsonObject, JsonValue } from '@parley/domain'
import { isJsonObject } from '../../json.ts'
import { nearestNames } from '../../names/nearest-names.ts'
import type { ChartData } from './chart-data.ts'
import { chartError } from './chart-error.ts'
import { placesOf, rewrittenSpec } from './walk.ts'

/**
 * Leaves `data` in a spec only where it names one of several results. With one result every view draws it. With several
 * results the first one belongs to the views that name none. Throws for other data.
 */
export function nameData(spec: JsonObject, results: readonly ChartData[]): JsonObject {
  const [first] = results
  const names = results.flatMap(({ name }) => name ?? [])
  for (const { key, value, parent } of placesOf(spec)) {
    if (key !== 'data' || parent === spec || !isJsonObject(value)) continue
    if (names.length === 0 && 'key' in parent) throw chartError(LOOKUP_OF_ONE)
    refuseOtherData(value, names)
  }
  const isNamed = names.length > 0
  const named = rewrittenSpec(spec, ({ key, value, parent }) => {
    if (key !== 'data' || !isDataPlace(value)) return value
    return isNamed && (parent !== spec || isKnown(value, names)) ? { name: nameIn(value) } : undefined
  })
  const hasOwn = 'data' in named
  return isNamed && !hasOwn && first ? { data: { name: first.name }, ...named } : named
}

const LOOKUP_OF_ONE =
  'A lookup needs two results: send for example {"sales": 1, "regions": 2} in sql_results and write "from": {"data": {"name": "regions"}, …}; or join the tables in SQL.'

/** `data` with another value is the name of a column or a parameter of a mark. */
function isDataPlace(value: JsonValue): boolean {
  return value === null || isJsonObject(value)
}

function nameIn(value: JsonValue | undefined): string {
  return isJsonObject(value) && typeof value.name === 'string' ? value.name : ''
}

function isKnown(value: JsonValue, names: readonly string[]): boolean {
  return names.includes(nameIn(value))
}

function refuseOtherData(value: JsonObject, names: readonly string[]): void {
  if (names.length === 0 && typeof value.name === 'string') return
  if (isKnown(value, names)) return
  if (typeof value.name === 'string') {
    const near = nearestNames(value.name, names)
    const hint = near.length > 0 ? `did you mean ${near.join(', ')}?` : `the names are ${names.join(', ')}.`
    throw chartError(`No result in sql_results is called "${value.name}"; ${hint}`)
  }
  throw chartError(
    'A view in chart_spec has its own rows. Send them in sql_results under a name, for example {"main": 2, "limits": [{"y": 5}]}, and write "data": {"name": "limits"} in that view.',
  )
}
