import type { JsonObject } from '@parley/domain'
import { isJsonObject } from '../../json.ts'
import { nearestNames } from '../../names/nearest-names.ts'
import type { ChartData } from './chart-data.ts'
import { chartError } from './chart-error.ts'
import { drawnData } from './drawn-data.ts'
import { holdsViews, rewriteViews } from './view-tree.ts'
import { placesOf, rewrittenSpec } from './walk.ts'

/** The columns of a result that the spec draws on a time axis, and on a scale of numbers. */
export type FieldUse = { readonly temporal: ReadonlySet<string>; readonly quantitative: ReadonlySet<string> }

type CheckedFields = {
  /** The spec with fields spelled as Vega reads them. */
  readonly spec: JsonObject
  readonly uses: ReadonlyMap<ChartData, FieldUse>
}

/**
 * Checks that every field a spec names is a column of the rows of its view or made by a transform: an unknown field
 * would draw an empty chart without an error.
 */
export function checkFields(spec: JsonObject, results: readonly ChartData[]): CheckedFields {
  const made = madeFields(spec, results)
  const uses = new Map(
    results.map((data) => [data, { temporal: new Set<string>(), quantitative: new Set<string>() }]),
  )
  const checked = rewriteViews(spec, results[0], (view, outer) => {
    const data = drawnData(view, results) ?? outer
    return { view: data ? checkView(view, { data, results, made, uses }) : view, context: data }
  })
  const names = new Set(results.flatMap((data) => [...data.names]))
  for (const name of expressionFields(spec)) {
    if (!names.has(name) && !made.has(name)) throw unknownField(name, names)
  }
  return { spec: checked, uses }
}

type ViewContext = {
  readonly data: ChartData
  readonly results: readonly ChartData[]
  readonly made: ReadonlySet<string>
  readonly uses: ReadonlyMap<
    ChartData,
    { readonly temporal: Set<string>; readonly quantitative: Set<string> }
  >
}

function checkView(view: JsonObject, { data, results, made, uses }: ViewContext): JsonObject {
  const entries = Object.entries(view).map(([key, value]) => {
    if (holdsViews(key)) return [key, value]
    const { [key]: checked } = rewrittenSpec({ [key]: value }, (place) => {
      if (place.key !== 'field' || typeof place.value !== 'string') return place.value
      const field = place.value
      const found = [data, ...results].find(({ names }) => columnOf(field, names) !== null)
      const isOwn = found === data
      // A lookup gives a view columns of another result.
      if (!found || (!isOwn && !isMade(field, made))) {
        if (isMade(field, made)) return field
        throw unknownField(field, data.names)
      }
      // A path leads into the values of a column, which stay as they are.
      const name = columnOf(field, found.names) ?? field
      const use = name === field.replace(/\\(.)/g, '$1') ? uses.get(found) : undefined
      if (place.parent.type === 'temporal' || 'timeUnit' in place.parent) use?.temporal.add(name)
      if (place.parent.type === 'quantitative') use?.quantitative.add(name)
      return isOwn ? escaped(field, data.names) : field
    })
    return [key, checked]
  })
  return Object.fromEntries(entries)
}

function isMade(field: string, made: ReadonlySet<string>): boolean {
  return made.has(field) || made.has(firstSegment(field)) || made.has(field.replace(/\\(.)/g, '$1'))
}

function unknownField(field: string, names: ReadonlySet<string>): Error {
  const near = nearestNames(field, names)
  const hint =
    near.length > 0 ? `did you mean ${near.join(', ')}?` : `the columns are ${[...names].join(', ')}.`
  return chartError(`The chart uses a field "${field}" that is not among the columns of the rows; ${hint}`)
}

/** The column a field means: by its exact name, or as the path into a nested value. */
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

/** Dots and brackets in a column's name would be read as a path. */
function escaped(field: string, names: ReadonlySet<string>): string {
  return names.has(field) ? field.replace(/[.[\]]/g, '\\$&') : field
}

/** Default names of transforms, names of axis ticks, and the star of count. */
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

function madeFields(spec: JsonObject, results: readonly ChartData[]): Set<string> {
  const made = new Set<string>()
  for (const { key, value, parent } of placesOf(spec)) {
    if (key === 'as') for (const name of Array.isArray(value) ? value : [value]) made.add(String(name))
    // A bin has two ends.
    if (key === 'as' && 'bin' in parent) made.add(`${String(value)}_end`)
    if (key === 'from' && isJsonObject(value) && Array.isArray(value.fields)) {
      for (const name of value.fields) made.add(String(name))
    }
    // A lookup of a selection without a name for it.
    if (key === 'from' && isJsonObject(value) && typeof value.param === 'string') made.add(value.param)
    for (const name of DEFAULT_OUTPUTS[key] ?? []) made.add(name)
    if (key === 'pivot' && typeof value === 'string') {
      for (const { rows } of results) {
        for (const row of rows.slice(0, MAX_PIVOTED)) made.add(String(row[value]))
      }
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
