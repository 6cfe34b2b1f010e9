import type { JsonObject, JsonValue } from '@parley/domain'
import { isJsonObject, parseJson } from '../../json.ts'
import type { ChartData } from './chart-data.ts'
import { chartError } from './chart-error.ts'
import type { FieldUse } from './check-fields.ts'
import { isNumberType } from './column-types.ts'

type RowUse = FieldUse & {
  /** The columns that go to the chart. */
  readonly kept: ReadonlySet<string>
}

/**
 * Converts rows for Vega. Exact number strings become numbers, dates get a time so that no time zone moves them to the
 * day before, and objects in JSON text become objects. Throws when a column drawn as numbers holds no number.
 */
export function prepareRows(
  { rows, columns, names }: ChartData,
  { kept, temporal, quantitative }: RowUse,
): JsonObject[] {
  const declared = columns.filter(({ type }) => isNumberType(type)).map(({ name }) => name)
  const numbers = new Set([...quantitative, ...declared])
  const json = new Set(columns.filter(({ type }) => /^jsonb?$/i.test(type)).map(({ name }) => name))
  const prepared = rows.map((row) =>
    Object.fromEntries(
      Object.entries(row).flatMap(([name, value]): [string, JsonValue][] => {
        if (!kept.has(name)) return []
        if (temporal.has(name)) return [[name, moment(value)]]
        if (numbers.has(name)) return [[name, number(value)]]
        return [[name, nested(value, json.has(name))]]
      }),
    ),
  )
  for (const name of quantitative) refuseText(name, prepared)
  return kept.has('geometry') && !names.has('type') ? prepared.map(feature) : prepared
}

/** A row of a GeoJSON file as the feature that it was. */
function feature(row: JsonObject): JsonObject {
  return isJsonObject(row.geometry) ? { type: 'Feature', ...row } : row
}

function number(value: JsonValue): JsonValue {
  if (typeof value !== 'string' || value.trim() === '') return value
  const converted = Number(value)
  return Number.isFinite(converted) ? converted : value
}

/** Date-only text is read as UTC by every browser and shown in local time; years alone are read as milliseconds. */
function moment(value: JsonValue): JsonValue {
  const text = typeof value === 'number' ? String(value) : value
  if (typeof text !== 'string') return value
  if (/^\d{4}$/.test(text)) return `${text}-01-01T00:00:00`
  if (/^\d{4}-\d{2}$/.test(text)) return `${text}-01T00:00:00`
  if (/^\d{4}-\d{2}-\d{2}$/.test(text)) return `${text}T00:00:00`
  return typeof value === 'number' ? value : text.replace(/^(\d{4}-\d{2}-\d{2}) (?=\d)/, '$1T')
}

const GEOMETRY_TEXT = /^\s*\{\s*"(type|coordinates|geometry)"\s*:/

/** Engines return objects, such as those of GeoJSON, as text. */
function nested(value: JsonValue, isJson: boolean): JsonValue {
  if (typeof value !== 'string' || !(isJson || GEOMETRY_TEXT.test(value))) return value
  const parsed = parseJson(value)
  return isJsonObject(parsed) || Array.isArray(parsed) ? parsed : value
}

function refuseText(name: string, rows: readonly JsonObject[]): void {
  const values = rows.map((row) => row[name]).filter((value) => value !== null && value !== undefined)
  if (values.length === 0 || values.some((value) => typeof value === 'number')) return
  if (values.every((value) => typeof value === 'object' || typeof value === 'boolean')) return
  throw chartError(
    `The field "${name}" is drawn as quantitative but holds text such as "${String(values[0]).slice(0, 40)}". Cast it to a number in SQL, or draw it as nominal.`,
  )
}
