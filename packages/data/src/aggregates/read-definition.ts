import type { JsonObject, ResultColumn } from '@parley/domain'
import { isNumberType } from '../child/chart/column-types.ts'
import { isJsonObject } from '../json.ts'
import type { AggregateOp, ChartAggregate, GroupKey } from './aggregate-plan.ts'
import { binSettings } from './bins.ts'
import { timeParts } from './time-parts.ts'

/** What a channel of an encoding takes from the rows. */
export type Reading =
  | { readonly kind: 'constant' }
  | ({ readonly kind: 'key' } & GroupKey)
  | ({ readonly kind: 'aggregate' } & ChartAggregate)

const OPS: ReadonlySet<string> = new Set(['count', 'sum', 'mean', 'average', 'min', 'max', 'median'])
const TIME_TYPE = /^(DATE|TIMESTAMP|TIMESTAMP_S|TIMESTAMP_MS|TIMESTAMP_NS)$/
const TEXT_TYPE = /^(VARCHAR|BOOLEAN|ENUM\b.*)$/
/** Settings of a definition that depend on all rows, or on the fields of a drawn item. */
const OTHER_SETTINGS = ['condition', 'impute', 'legendGroup']

/** What a definition takes from rows with these columns; null where DuckDB cannot compute it exactly. */
export function readDefinition(
  channel: string,
  definition: JsonObject,
  columns: readonly ResultColumn[],
): Reading | null {
  if (OTHER_SETTINGS.some((key) => key in definition)) return null
  const { field, aggregate } = definition
  if (aggregate !== undefined) return readAggregate(definition, columns)
  if (field === undefined) return 'value' in definition || 'datum' in definition ? { kind: 'constant' } : null
  const column = columnOf(field, columns)
  return column === undefined ? null : readKey(channel, definition, column)
}

/** The column that a field names, as a whole and not as a path. */
export function columnOf(field: unknown, columns: readonly ResultColumn[]): ResultColumn | undefined {
  if (typeof field !== 'string') return undefined
  const name = field.replace(/\\(.)/g, '$1')
  return columns.find((column) => column.name === field) ?? columns.find((column) => column.name === name)
}

function isAggregateOp(value: unknown): value is AggregateOp {
  return typeof value === 'string' && OPS.has(value)
}

/** The aggregate of a column by an operation; null where it is not one of numbers. */
export function aggregateOf(
  op: unknown,
  field: unknown,
  columns: readonly ResultColumn[],
): ChartAggregate | null {
  if (!isAggregateOp(op)) return null
  if (op === 'count') return { op, column: null }
  const column = columnOf(field, columns)
  return column && isNumberType(column.type) ? { op, column: column.name } : null
}

function readAggregate(definition: JsonObject, columns: readonly ResultColumn[]): Reading | null {
  const { field, aggregate, type = 'quantitative' } = definition
  if ('bin' in definition || 'timeUnit' in definition || type === 'temporal') return null
  const read = aggregateOf(aggregate, field, columns)
  return read && { kind: 'aggregate', ...read }
}

function readKey(channel: string, definition: JsonObject, { name, type }: ResultColumn): Reading | null {
  const { bin, timeUnit } = definition
  const key = (by: GroupKey['by']): Reading => ({ kind: 'key', column: name, by })
  const isTime = TIME_TYPE.test(type)
  if (bin !== undefined && bin !== null && bin !== false) {
    const settings = timeUnit === undefined && isNumberType(type) ? binSettings(channel, bin) : null
    return settings && key({ kind: 'bin', settings })
  }
  if (timeUnit !== undefined) {
    const parts = isTime && !isJsonObject(timeUnit) ? timeParts(timeUnit) : null
    return parts && key({ kind: 'timeUnit', parts })
  }
  if (isNumberType(type)) return definition.type === 'temporal' ? null : key({ kind: 'number' })
  if (isTime) return key({ kind: isTimeAxis(definition, type) ? 'second' : 'value' })
  return TEXT_TYPE.test(type) && definition.type !== 'temporal' ? key({ kind: 'value' }) : null
}

/** Vega tells moments apart by their text, which has no parts of seconds. */
function isTimeAxis({ type = 'temporal' }: JsonObject, columnType: string): boolean {
  return type === 'temporal' && columnType !== 'DATE'
}
