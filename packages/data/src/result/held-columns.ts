import type { JsonValue, ResultColumn } from '@parley/domain'
import { duckdbType } from './duckdb-type.ts'

/** The type of a column that an engine does not name, such as a calculated one of SQLite. */
export const UNKNOWN_TYPE = 'ANY'

export type ColumnKind = 'number' | 'text'

/** The most columns of numbers, and of texts, that are searched. */
const MOST_COLUMNS = 40
const MOST_TEXT_COLUMNS = 12
/** The most held columns of a result: columns of unknown type are held in addition to those of numbers. */
export const MOST_HELD_COLUMNS = 2 * MOST_COLUMNS + MOST_TEXT_COLUMNS

const NUMERIC = /^(?:BIGINT|HUGEINT|DECIMAL|DOUBLE)/

/** The first columns of a result that hold numbers. */
export function numericColumns(columns: readonly ResultColumn[]): ResultColumn[] {
  return columns.filter(({ type }) => NUMERIC.test(duckdbType(type))).slice(0, MOST_COLUMNS)
}

/** The first columns of a result that hold texts. */
export function textColumns(columns: readonly ResultColumn[]): ResultColumn[] {
  return columns.filter(({ type }) => duckdbType(type) === 'VARCHAR').slice(0, MOST_TEXT_COLUMNS)
}

/** A column of a result that searches read as doubles. */
export type HeldColumn = {
  readonly kind: ColumnKind
  readonly name: string
  /** Whether its type says that it holds numbers. */
  readonly isNumeric: boolean
  /** The double of a value: a number, or the key of a text. NaN for every other value. */
  readonly read: (value: JsonValue | undefined) => number
}

/** The columns that a search reads. SQLite knows no type of a calculated column, which may hold numbers or texts. */
export function heldColumns(columns: readonly ResultColumn[]): HeldColumn[] {
  const unknown = columns.filter(({ type }) => type === UNKNOWN_TYPE).slice(0, MOST_COLUMNS)
  const held = (kind: ColumnKind, isNumeric: boolean) => {
    const read = kind === 'text' ? keyOf : toNumber
    return ({ name }: ResultColumn): HeldColumn => ({ kind, name, isNumeric, read })
  }
  return [
    ...numericColumns(columns).map(held('number', true)),
    ...unknown.map(held('number', false)),
    ...textColumns(columns).map(held('text', false)),
  ]
}

function keyOf(value: JsonValue | undefined): number {
  return typeof value === 'string' ? textKey(value) : Number.NaN
}

/** Decimals and wide integers stand as text. NaN for everything else. */
function toNumber(value: unknown): number {
  if (typeof value === 'number') return value
  return typeof value === 'string' && value !== '' ? Number(value) : Number.NaN
}

/**
 * A hash of a text as a whole number below 2^52, which a double holds exactly: two FNV-1a hashes over UTF-16 code units
 * (http://www.isthe.com/chongo/tech/comp/fnv/). Different texts may have the same key.
 */
export function textKey(text: string): number {
  let [high, low] = [0x811c9dc5, 0x9e3779b9]
  for (let index = 0; index < text.length; index++) {
    const unit = text.charCodeAt(index)
    high = Math.imul(high ^ unit, 0x01000193)
    low = Math.imul(low ^ unit, 0x85ebca6b)
    low ^= low >>> 15
  }
  return (high >>> 0) * 2 ** 20 + (low >>> 12)
}
