import type { JsonObject, JsonValue } from '@parley/domain'
import { isJsonObject } from '../../json.ts'
import { placesOf } from './walk.ts'

/** Members of GeoJSON that a map reads without naming them: https://www.rfc-editor.org/rfc/rfc7946 */
const GEOMETRY_COLUMNS = ['type', 'geometry', 'coordinates', 'geometries', 'features']

/**
 * The columns that a spec may need: every column whose name occurs in one of its texts. Which field an expression reads
 * is not parsed, so a column may be kept without need, but never left out. All columns where a row is used as a whole.
 */
export function keptColumns(spec: JsonObject, names: ReadonlySet<string>): ReadonlySet<string> {
  const places = [...placesOf(spec)]
  if (places.some(({ key, value }) => usesWholeRow(key, value))) return names
  const isMap = places.some(({ value }) => value === 'geoshape')
  const texts = textsOf(spec).join('\n')
  const text = `${texts}\n${texts.replace(/\\(.)/g, '$1')}`
  const words = new Set(text.split(/[^\p{L}\p{M}\p{N}_$]+/u))
  const isNamed = (name: string) => (WORD.test(name) ? words.has(name) : text.includes(name))
  return new Set([...names].filter((name) => isNamed(name) || (isMap && GEOMETRY_COLUMNS.includes(name))))
}

const WORD = /^[\p{L}\p{M}\p{N}_$]+$/u

/** `datum` itself, `datum[name]` with a computed name, a tooltip of all columns, a lookup of whole rows. */
function usesWholeRow(key: string, value: JsonValue): boolean {
  if (typeof value === 'string')
    return /\bdatum\b(?!\s*(\.|\[\s*['"]))/.test(value) || isWholeTooltip(key, value)
  return key === 'from' && isJsonObject(value) && !('fields' in value)
}

function isWholeTooltip(key: string, value: string): boolean {
  return key === 'content' && value === 'data'
}

function textsOf(value: JsonValue): string[] {
  if (typeof value === 'string') return [value]
  if (Array.isArray(value)) return value.flatMap(textsOf)
  return isJsonObject(value) ? Object.entries(value).flatMap(([key, child]) => [key, ...textsOf(child)]) : []
}
