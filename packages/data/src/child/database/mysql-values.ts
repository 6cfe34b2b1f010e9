import type { JsonValue } from '@parley/domain'
import mysql, { type FieldPacket } from 'mysql2'
import { parseJson } from '../../json.ts'
import { isoMoment, shortenedBinary } from '../../result/exact-values.ts'
import { isDeeperThan } from '../../sandbox/frames.ts'

const { Types } = mysql
const MAX_JSON_DEPTH = 32

/** The SQL names of the protocol's types. */
const SQL_NAMES: Readonly<Record<string, string>> = {
  TINY: 'tinyint',
  SHORT: 'smallint',
  INT24: 'mediumint',
  LONG: 'int',
  LONGLONG: 'bigint',
  NEWDECIMAL: 'decimal',
  VAR_STRING: 'varchar',
  STRING: 'char',
  BLOB: 'text',
}

/** The driver's table maps names to numbers and numbers to names. */
const TYPE_NAMES = new Map(
  Object.entries(Types).flatMap(([name, code]) => (typeof code === 'number' ? [[code, name] as const] : [])),
)

/** Returns the type of a result column. */
export function mysqlType({ columnType }: FieldPacket): string {
  const name = TYPE_NAMES.get(columnType ?? -1) ?? 'unknown'
  return SQL_NAMES[name] ?? name.toLowerCase()
}

/**
 * Converts a value of the driver to JSON without loss. Decimals and integers beyond a double are text
 * already. Times become ISO 8601; the session runs in UTC.
 */
export function mysqlValue(value: unknown, { columnType }: FieldPacket): JsonValue {
  if (value === null || value === undefined) return null
  if (Buffer.isBuffer(value)) return shortenedBinary(value.toString('hex'))
  if (typeof value === 'number') return Number.isFinite(value) ? value : String(value)
  if (typeof value === 'bigint') return String(value)
  if (typeof value === 'object') return JSON.stringify(value)
  const text = String(value)
  if (columnType === Types.TIMESTAMP) return `${isoMoment(text)}Z`
  if (columnType === Types.DATETIME) return isoMoment(text)
  if (columnType === Types.JSON && !isDeeperThan(Buffer.from(text), MAX_JSON_DEPTH))
    return parseJson(text) ?? text
  return text
}
