import type { JsonValue } from '@parley/domain'
import pg from 'pg'
import { parseExactJson } from '../../json.ts'
import { exactFloat, exactInteger, isoMoment, shortenedBinary } from '../../result/exact-values.ts'
import { isDeeperThan } from '../../sandbox/frames.ts'

const { builtins } = pg.types
const MAX_JSON_DEPTH = 32

type Converter = (text: string) => JsonValue

const CONVERTERS = new Map<number, Converter>([
  [builtins.BOOL, (text) => text === 't'],
  [builtins.INT2, exactInteger],
  [builtins.INT4, exactInteger],
  [builtins.INT8, exactInteger],
  [builtins.OID, exactInteger],
  [builtins.FLOAT4, exactFloat],
  [builtins.FLOAT8, exactFloat],
  [builtins.TIMESTAMP, isoMoment],
  [builtins.TIMESTAMPTZ, isoMoment],
  [builtins.BYTEA, shortenedBinary],
  [builtins.JSON, shallowJson],
  [builtins.JSONB, shallowJson],
])

/** Array types by their element types. Other arrays stay the server's text. */
const ELEMENTS = new Map<number, number>([
  [1000, builtins.BOOL],
  [1005, builtins.INT2],
  [1007, builtins.INT4],
  [1016, builtins.INT8],
  [1009, builtins.TEXT],
  [1015, builtins.VARCHAR],
  [1021, builtins.FLOAT4],
  [1022, builtins.FLOAT8],
  [1231, builtins.NUMERIC],
  [1182, builtins.DATE],
  [1115, builtins.TIMESTAMP],
  [1185, builtins.TIMESTAMPTZ],
  [2951, builtins.UUID],
])

/**
 * Converts a value in PostgreSQL's text format to JSON without loss. Numeric values and integers beyond a
 * double are text; times are ISO 8601.
 */
export function postgresValue(text: string | null, type: number): JsonValue {
  if (text === null) return null
  const element = ELEMENTS.get(type)
  if (element !== undefined) return elementsOf(parseTextArray(text), element)
  return (CONVERTERS.get(type) ?? String)(text)
}

function elementsOf(value: unknown, element: number): JsonValue {
  if (Array.isArray(value)) return value.map((item) => elementsOf(item, element))
  return value === null ? null : postgresValue(String(value), element)
}

function shallowJson(text: string): JsonValue {
  if (isDeeperThan(Buffer.from(text), MAX_JSON_DEPTH)) return text
  return parseExactJson(text) ?? text
}

/** Parses `{a,"b c",NULL}`. */
export function parseTextArray(text: string): (string | null)[] {
  // 1009 is text[]. The driver's types list scalar types only.
  const parse: (text: string) => (string | null)[] = pg.types.getTypeParser(1009 as typeof builtins.TEXT)
  return parse(text)
}
