import type { JsonObject, JsonValue } from '@parley/domain'
import { isJsonObject } from '../json.ts'
import { sqlIdentifier } from '../names/sql-identifier.ts'
import { distinctNames } from '../result/row-keeper.ts'
import { TaskError } from './task-error.ts'

/** Records of a JSON document that make one table. */
export type JsonRecords = {
  /** Null where the table has the name of the file. */
  readonly name: string | null
  /** The keys on the way to them, joined by points; '' at the top. */
  readonly path: string
  readonly records: readonly JsonValue[]
}

const MAX_TABLES = 50

/**
 * Returns the records of a document: those at the given path; the features of GeoJSON; each array of objects, at most
 * three levels deep; else the document as one record. Throws a TaskError for a path without records.
 */
export function recordsIn(document: JsonValue, path: string | undefined): JsonRecords[] {
  if (path !== undefined) return [{ name: null, path, records: recordsAt(document, path) }]
  const features = featuresOf(document)
  if (features) return [{ name: null, path: '', records: features.map(recordOfFeature) }]
  const found = isJsonObject(document) ? arraysOfObjects(document, []) : []
  return found.length === 0 ? [{ name: null, path: '', records: [document] }] : namedRecords(found)
}

/** Gives the arrays of a document the names of their keys; a single one has the name of the file. */
export function namedRecords<Found extends { readonly path: string }>(
  found: readonly Found[],
): (Found & { readonly name: string | null })[] {
  if (found.length === 1) return found.map((only) => ({ ...only, name: null }))
  const names = distinctNames(found.map((entry) => sqlIdentifier(entry.path.split('.').at(-1) ?? '')))
  return found.slice(0, MAX_TABLES).map((entry, index) => ({ ...entry, name: names[index] ?? null }))
}

/** Parses JSON text; numbers that a double would change keep their text when they are written again. */
export function parseExactly(text: string): JsonValue | undefined {
  try {
    return JSON.parse(text, (_key, value: unknown, context?: { source?: string }) =>
      typeof value === 'number' && (context?.source?.length ?? 0) > SAFE_CHARACTERS
        ? rawJSON(context?.source ?? '')
        : value,
    )
  } catch {
    return undefined
  }
}

// TypeScript has no types for them yet (https://tc39.es/proposal-json-parse-with-source/).
const { rawJSON, isRawJSON } = JSON as typeof JSON & {
  readonly rawJSON: (text: string) => JsonValue
  readonly isRawJSON: (value: unknown) => boolean
}

/** A double represents every number of at most this many characters. */
const SAFE_CHARACTERS = 15

function recordsAt(document: JsonValue, path: string): JsonValue[] {
  const found = path
    .split('.')
    .filter((part) => part !== '')
    .reduce<JsonValue | undefined>((value, part) => childOf(value, part), document)
  if (Array.isArray(found)) return found
  if (isJsonObject(found)) return [found]
  throw new TaskError('invalid', `The JSON has no records at "${path}".`)
}

function childOf(value: JsonValue | undefined, key: string): JsonValue | undefined {
  if (Array.isArray(value)) return value[Number(key)]
  return isJsonObject(value) && Object.hasOwn(value, key) ? value[key] : undefined
}

/** Arrays below more keys are values of a record. */
export const MAX_LEVELS = 3

function arraysOfObjects(
  object: JsonObject,
  above: readonly string[],
): Pick<JsonRecords, 'path' | 'records'>[] {
  return Object.entries(object).flatMap(([key, value]) => {
    const path = [...above, key]
    if (Array.isArray(value))
      return value.length > 0 && value.every(isRecord) ? [{ path: path.join('.'), records: value }] : []
    return isJsonObject(value) && path.length < MAX_LEVELS ? arraysOfObjects(value, path) : []
  })
}

function isRecord(value: JsonValue): boolean {
  return isJsonObject(value) && !isRawJSON(value)
}

type Feature = JsonObject & { readonly type: 'Feature' }

/** The features of GeoJSON (RFC 7946, section 3): a collection, or one feature; null for anything else. */
function featuresOf(document: JsonValue): readonly JsonObject[] | null {
  if (!isJsonObject(document)) return null
  if (isFeature(document)) return [document]
  if (document.type !== 'FeatureCollection' || !Array.isArray(document.features)) return null
  const features = document.features.filter(isFeature)
  return features.length === document.features.length ? features : null
}

/** Whether a value is a feature of GeoJSON. */
export function isFeature(value: JsonValue | undefined): value is Feature {
  return (
    value !== undefined &&
    isJsonObject(value) &&
    value.type === 'Feature' &&
    isJsonObject(value.properties ?? {}) &&
    isJsonObject(value.geometry ?? {})
  )
}

/** The properties of a feature as a record, with its id and its geometry as JSON text where no property has that name. */
export function recordOfFeature({ id, properties, geometry }: JsonObject): JsonObject {
  const record: JsonObject = { ...(isJsonObject(properties) && properties) }
  const names = new Set(Object.keys(record).map((name) => name.toLowerCase()))
  if (id !== undefined && !names.has('id')) record.id = id
  const name = names.has('geometry') ? 'feature_geometry' : 'geometry'
  record[name] = geometry === undefined || geometry === null ? null : JSON.stringify(geometry)
  return record
}
