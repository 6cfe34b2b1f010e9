/** DuckDB's type for values of another engine's column, as they come in JSON. What it does not know stays text. */
export function duckdbType(type: string): string {
  const plain = type.toLowerCase().replace(/^(nullable|lowcardinality)\((.*)\)$/, '$2')
  if (/\[\]$|^(array|map|row|tuple|json|jsonb)\b/.test(plain)) return 'JSON'
  if (/^u?int(8|16|32)?\b|^(tiny|small|medium)?int|^integer|^(small)?serial|^year/.test(plain))
    return 'BIGINT'
  if (/^u?int64|^bigint|^bigserial|^u?int128|^hugeint/.test(plain)) return 'HUGEINT'
  const decimal = /^(?:decimal|numeric)\((\d+)(?:,\s*(\d+))?\)/.exec(plain)
  if (decimal && Number(decimal[1]) <= 38) return `DECIMAL(${decimal[1]}, ${decimal[2] ?? 0})`
  if (/^(decimal|numeric|double|float|real)/.test(plain)) return 'DOUBLE'
  if (/^bool/.test(plain)) return 'BOOLEAN'
  if (/^timestamp(\(\d+\))? with time zone|^timestamptz/.test(plain)) return 'TIMESTAMPTZ'
  if (/^(timestamp|datetime)/.test(plain)) return 'TIMESTAMP'
  if (/^date(32)?$/.test(plain)) return 'DATE'
  return 'VARCHAR'
}
