import type { JsonObject, ResultColumn } from '@parley/domain'

const NUMBER_TYPE =
  /^(U?(TINY|SMALL|BIG|HUGE)?INT|INTEGER|UINTEGER|FLOAT|DOUBLE|REAL|DECIMAL|NUMERIC|NUMBER)/i
const TIME_TYPE = /^(DATE|TIMESTAMP|DATETIME)/i
const DATE_TEXT = /^\d{4}-\d{2}-\d{2}([T ]\d{2}:\d{2}|$)/

/** Whether a declared type is numeric; the values may still be strings. */
export function isNumberType(type: string): boolean {
  return NUMBER_TYPE.test(type)
}

/** The Vega-Lite type of a column; null for a column that the rows do not have. */
export function defaultType(
  name: string,
  { rows, columns }: { rows: readonly JsonObject[]; columns: readonly ResultColumn[] },
): 'quantitative' | 'temporal' | 'nominal' | null {
  const declared = columns.find((column) => column.name === name)?.type
  if (declared !== undefined) {
    if (NUMBER_TYPE.test(declared)) return 'quantitative'
    return TIME_TYPE.test(declared) ? 'temporal' : 'nominal'
  }
  const value = rows.find((row) => row[name] !== null && row[name] !== undefined)?.[name]
  if (value === undefined) return null
  if (typeof value === 'number') return 'quantitative'
  return typeof value === 'string' && DATE_TEXT.test(value) ? 'temporal' : 'nominal'
}
