import type { JsonValue } from '@parley/domain'
import { exactInteger } from '../result/exact-values.ts'
import { integerDigits } from './clickhouse-types.ts'

const UNREAL: Readonly<Record<string, string>> = { nan: 'NaN', inf: 'Infinity', '-inf': '-Infinity' }

/** A value of the cluster as DuckDB gives one of this type. */
export function decodeValue(value: JsonValue, type: string): JsonValue {
  if (value === null) return null
  if (type === 'BOOLEAN') return value === true || value === 1
  if (type === 'DOUBLE') return typeof value === 'string' ? (UNREAL[value] ?? Number(value)) : value
  if (integerDigits({ id: type, width: 0, scale: 0 }) !== null) return exactInteger(String(value))
  // DuckDB writes neither zeros at the end of a second nor the zone of a time without one.
  return type === 'TIMESTAMP'
    ? String(value).replace(/(\.\d*?)0*Z$/, (_, part) => (part === '.' ? '' : part))
    : value
}
