import { DuckDBTypeId, type DuckDBValueConverter, JsonDuckDBValueConverter } from '@duckdb/node-api'
import type { JsonValue } from '@parley/domain'
import { exactInteger, isoMoment, shortenedBinary } from '../result/exact-values.ts'

/**
 * Converts a DuckDB value to JSON without loss: integers are numbers where a double holds them and strings
 * beyond, decimals are strings, dates and times ISO 8601, intervals and bytes their SQL text.
 */
export const toJsonValue: DuckDBValueConverter<JsonValue> = (value, type, converter) => {
  if (value === null || value === undefined) return null
  switch (type.typeId) {
    case DuckDBTypeId.BIGINT:
    case DuckDBTypeId.UBIGINT:
    case DuckDBTypeId.HUGEINT:
    case DuckDBTypeId.UHUGEINT:
      return exactInteger(String(value))
    case DuckDBTypeId.TIMESTAMP:
    case DuckDBTypeId.TIMESTAMP_S:
    case DuckDBTypeId.TIMESTAMP_MS:
    case DuckDBTypeId.TIMESTAMP_NS:
    case DuckDBTypeId.TIMESTAMP_TZ:
      return isoMoment(String(value))
    case DuckDBTypeId.INTERVAL:
      return String(value)
    case DuckDBTypeId.BLOB:
    case DuckDBTypeId.BIT:
    case DuckDBTypeId.GEOMETRY:
      return shortenedBinary(String(value))
    default:
      // The library's own converter covers the rest and calls this one again for nested values.
      return JsonDuckDBValueConverter(value, type, converter)
  }
}
