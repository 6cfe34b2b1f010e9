import type { JsonObject, JsonValue, ResultColumn } from '@parley/domain'
import { chartError } from './chart-error.ts'
import { isNumberType } from './column-types.ts'

type RowUse = {
  readonly columns: readonly ResultColumn[]
  /** Columns that the spec draws on a time axis, and columns on a numeric scale. */
  readonly temporal: ReadonlySet<string>
  readonly quantitative: ReadonlySet<string>
}

/**
 * Converts rows for Vega. Exact number strings become numbers. Dates get a time, because a browser would
 * otherwise show the day before in some time zones. Throws when a column on a numeric scale holds no number.
 */
export function prepareRows(
  rows: readonly JsonObject[],
  { columns, temporal, quantitative }: RowUse,
): JsonObject[] {
  const numbers = new Set([
    ...quantitative,
    ...columns.filter(({ type }) => isNumberType(type)).map(({ name }) => name),
  ])
  const prepared = rows.map((row) =>
    Object.fromEntries(
      Object.entries(row).map(([name, value]) => {
        if (temporal.has(name)) return [name, moment(value)]
        return [name, numbers.has(name) ? number(value) : value]
      }),
    ),
  )
  for (const name of quantitative) refuseText(name, prepared)
  return prepared
}

function number(value: JsonValue): JsonValue {
  if (typeof value !== 'string' || value.trim() === '') return value
  const converted = Number(value)
  return Number.isFinite(converted) ? converted : value
}

/**
 * Adds a time to a date. Browsers read a date alone as UTC and show it in local time, and Vega reads a year
 * alone as milliseconds.
 */
function moment(value: JsonValue): JsonValue {
  const text = typeof value === 'number' ? String(value) : value
  if (typeof text !== 'string') return value
  if (/^\d{4}$/.test(text)) return `${text}-01-01T00:00:00`
  if (/^\d{4}-\d{2}$/.test(text)) return `${text}-01T00:00:00`
  if (/^\d{4}-\d{2}-\d{2}$/.test(text)) return `${text}T00:00:00`
  return typeof value === 'number' ? value : text.replace(/^(\d{4}-\d{2}-\d{2}) (?=\d)/, '$1T')
}

function refuseText(name: string, rows: readonly JsonObject[]): void {
  const values = rows.map((row) => row[name]).filter((value) => value !== null && value !== undefined)
  if (values.length === 0 || values.some((value) => typeof value === 'number')) return
  if (values.every((value) => typeof value === 'object' || typeof value === 'boolean')) return
  throw chartError(
    `The field "${name}" is drawn as quantitative but holds text such as "${String(values[0]).slice(0, 40)}".`,
  )
}
