/** Not a type of DuckDB: decimals whose values decide the precision. */
export const ANY_DECIMAL = 'DECIMAL(*)'

/** DuckDB's type for the JSON values of another engine's column. VARCHAR for types that DuckDB does not have. */
export function duckdbType(type: string): string {
  const plain = type.toLowerCase().replace(/^(nullable|lowcardinality)\((.*)\)$/, '$2')
  if (/\[\]$|^(array|map|row|tuple|json|jsonb)\b/.test(plain)) return 'JSON'
  if (/^(u?int(2|4|8|16|32)?|(tiny|small|medium)int|integer|(small)?serial|year)\b/.test(plain))
    return 'BIGINT'
  if (/^(u?int64|bigint|bigserial|u?int128|hugeint)\b/.test(plain)) return 'HUGEINT'
  const decimal = /^(?:decimal|numeric)\((\d+)(?:,\s*(\d+))?\)/.exec(plain)
  if (decimal && Number(decimal[1]) <= 38) return `DECIMAL(${decimal[1]}, ${decimal[2] ?? 0})`
  if (/^(decimal|numeric)/.test(plain)) return ANY_DECIMAL
  if (/^(double|float|real)/.test(plain)) return 'DOUBLE'
  if (/^bool/.test(plain)) return 'BOOLEAN'
  if (/^timestamp(\(\d+\))? with time zone|^timestamptz/.test(plain)) return 'TIMESTAMPTZ'
  if (/^(timestamp|datetime64)\([7-9]\b/.test(plain)) return 'TIMESTAMP_NS'
  if (/^(timestamp|datetime)/.test(plain)) return 'TIMESTAMP'
  if (/^date(32)?$/.test(plain)) return 'DATE'
  return 'VARCHAR'
}
