import type { JsonObject, JsonValue, ResultColumn } from '@parley/domain'
import { isJsonObject } from '../../json.ts'
import { nearestNames } from '../../names/nearest-names.ts'
import { chartError } from './chart-error.ts'
import { defaultType } from './column-types.ts'
import { placesOf, rewrittenSpec, type SpecPlace } from './walk.ts'

type CheckedFields = {
  /** The spec with fields spelled as Vega reads them and missing types filled in. */
  readonly spec: JsonObject
  readonly temporal: ReadonlySet<string>
  readonly quantitative: ReadonlySet<string>
}

/**
 * Checks that every field a spec names is a column of the rows or made by a transform: an unknown field would
 * draw an empty chart without an error.
 */
export function checkFields(
  spec: JsonObject,
  { rows, columns }: { rows: readonly JsonObject[]; columns: readonly ResultColumn[] },
): CheckedFields {
  const names = new Set(columns.length > 0 ? columns.map(({ name }) => name) : rows.flatMap(Object.keys))
  const made = madeFields(spec, rows)
  const temporal = new Set<string>()
  const quantitative = new Set<string>()

  const checked = rewrittenSpec(withTypes(spec, { rows, columns }), (place) => {
    const { key, value, parent } = place
    if (key !== 'field' || typeof value !== 'string') return value
    const name = columnOf(value, names)
    if (name === null) {
      if (!made.has(firstSegment(value)) && !made.has(value)) throw unknownField(value, names)
      return value
    }
    if (parent.type === 'temporal' || 'timeUnit' in parent) temporal.add(name)
    if (parent.type === 'quantitative') quantitative.add(name)
    return escaped(value === name ? name : value, names)
  })
  for (const name of expressionFields(spec)) {
    if (!names.has(name) && !made.has(name)) throw unknownField(name, names)
  }
  return { spec: checked, temporal, quantitative }
}

function unknownField(field: string, names: ReadonlySet<string>): Error {
  const near = nearestNames(field, names)
  const hint =
    near.length > 0 ? `did you mean ${near.join(', ')}?` : `the columns are ${[...names].join(', ')}.`
  return chartError(`The chart uses a field "${field}" that is not among the columns of the rows; ${hint}`)
}

/** Returns the column that a field means: by its exact name, or as the path into a nested value. */
function columnOf(field: string, names: ReadonlySet<string>): string | null {
  if (names.has(field)) return field
  const unescaped = field.replace(/\\(.)/g, '$1')
  if (names.has(unescaped)) return unescaped
  const first = firstSegment(field)
  return names.has(first) ? first : null
}

function firstSegment(field: string): string {
  return /^\[?['"]?([^.[\]'"]*)/.exec(field)?.[1] ?? field
}

/** Escapes dots and brackets in a column's name, which Vega would read as a path. */
function escaped(field: string, names: ReadonlySet<string>): string {
  return names.has(field) ? field.replace(/[.[\]]/g, '\\$&') : field
}

/** Default names of transforms, names of axis ticks, and the `*` of count. */
const DEFAULT_OUTPUTS: Record<string, readonly string[]> = {
  fold: ['key', 'value'],
  density: ['value', 'density'],
  quantile: ['prob', 'value'],
  regression: ['coef', 'rSquared'],
  axis: ['value', 'label', 'index'],
  config: ['value', 'label', 'index'],
  op: ['*'],
}
const MAX_PIVOTED = 1000

function madeFields(spec: JsonObject, rows: readonly JsonObject[]): Set<string> {
  const made = new Set<string>()
  for (const { key, value, parent } of placesOf(spec)) {
    if (key === 'as') for (const name of Array.isArray(value) ? value : [value]) made.add(String(name))
    // A bin has two outputs.
    if (key === 'as' && 'bin' in parent) made.add(`${String(value)}_end`)
    for (const name of DEFAULT_OUTPUTS[key] ?? []) made.add(name)
    if (key === 'pivot' && typeof value === 'string') {
      for (const row of rows.slice(0, MAX_PIVOTED)) made.add(String(row[value]))
    }
  }
  return made
}

const EXPRESSION_KEYS = new Set(['filter', 'calculate', 'test', 'expr'])
const DATUM_FIELD = /\bdatum(?:\.([\p{L}_$][\p{L}\p{N}_$]*)|\[\s*(['"])(.*?)\2\s*\])/gu

function expressionFields(spec: JsonObject): Set<string> {
  const texts = [...placesOf(spec)].filter(({ key }) => EXPRESSION_KEYS.has(key)).map(({ value }) => value)
  const matches = texts
    .filter((text) => typeof text === 'string')
    .flatMap((text) => [...text.matchAll(DATUM_FIELD)])
  // Fields that Vega adds to every datum.
  return new Set(
    matches
      .map(([, dotted, , quoted]) => dotted ?? quoted ?? '')
      .filter((name) => !/^(label|value|index)$/.test(name)),
  )
}

/** Adds missing types, read from the rows. A field without a type would be drawn as a category. */
function withTypes(
  spec: JsonObject,
  context: { rows: readonly JsonObject[]; columns: readonly ResultColumn[] },
): JsonObject {
  return rewrittenSpec(spec, ({ key, value }: SpecPlace): JsonValue => {
    if (key !== 'encoding' || !isJsonObject(value)) return value
    const channels = Object.entries(value).map(([channel, definition]) => {
      if (!isJsonObject(definition) || 'type' in definition || 'aggregate' in definition)
        return [channel, definition]
      const { field } = definition
      if (typeof field !== 'string' || 'bin' in definition || 'timeUnit' in definition)
        return [channel, definition]
      const type = defaultType(field.replace(/\\([.[\]])/g, '$1'), context)
      return [channel, type === null ? definition : { ...definition, type }]
    })
    return Object.fromEntries(channels)
  })
}
