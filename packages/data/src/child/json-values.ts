import { DuckDBTypeId, type DuckDBValueConverter, JsonDuckDBValueConverter } from '@duckdb/node-api'
import type { JsonValue } from '@parley/agent'

/**
 * A DuckDB value as JSON without loss: integers are numbers where a double holds them and strings beyond,
 * decimals are strings, dates and times ISO 8601, intervals and bytes their SQL text.
 */
export const toJsonValue: DuckDBValueConverter<JsonValue> = (value, type, converter) => {
  if (value === null || value === undefined) return null
  switch (type.typeId) {
    case DuckDBTypeId.BIGINT:
    case DuckDBTypeId.UBIGINT:
    case DuckDBTypeId.HUGEINT:
    case DuckDBTypeId.UHUGEINT:
      return exactInteger(BigInt(String(value)))
    case DuckDBTypeId.TIMESTAMP:
    case DuckDBTypeId.TIMESTAMP_S:
    case DuckDBTypeId.TIMESTAMP_MS:
    case DuckDBTypeId.TIMESTAMP_NS:
      return String(value).replace(' ', 'T')
    case DuckDBTypeId.TIMESTAMP_TZ:
      return String(value).replace(' ', 'T').replace(/\+00$/, 'Z')
    case DuckDBTypeId.INTERVAL:
      return String(value)
    case DuckDBTypeId.BLOB:
    case DuckDBTypeId.BIT:
    case DuckDBTypeId.GEOMETRY:
      return shortened(String(value))
    default:
      // The library's own converter covers the rest and calls this one again for nested values.
      return JsonDuckDBValueConverter(value, type, converter)
  }
}

function exactInteger(value: bigint): number | string {
  const number = Number(value)
  return Number.isSafeInteger(number) ? number : String(value)
}

const MAX_BINARY_CHARACTERS = 1000

function shortened(text: string): string {
  return text.length > MAX_BINARY_CHARACTERS ? `${text.slice(0, MAX_BINARY_CHARACTERS)}…` : text
}
