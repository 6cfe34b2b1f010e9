import { isMissing, type ShownRow } from './rows.ts'

/** What the values of a column are, for a chart. */
export type ShownKind = 'number' | 'year' | 'time' | 'text'

/** The common kind of a column's values; NULL has none. Large numbers arrive as text. */
export function kindOf(rows: readonly ShownRow[], column: string): ShownKind {
  const values = rows.map((row) => row[column]).filter((value) => !isMissing(value))
  if (values.length === 0) return 'text'
  if (values.every((value) => value !== '' && typeof value !== 'boolean' && Number.isFinite(Number(value)))) {
    return areYears(column, values) ? 'year' : 'number'
  }
  return values.every((value) => DAY_OR_TIME.test(String(value))) ? 'time' : 'text'
}

/** Whether all values of a time column are days without a time. */
export function areDays(rows: readonly ShownRow[], column: string): boolean {
  return rows.every((row) => isMissing(row[column]) || /^\d{4}-\d{2}-\d{2}$/.test(String(row[column])))
}

const DAY_OR_TIME = /^\d{4}-\d{2}-\d{2}([T ].*)?$/

const YEAR_NAME = /(?:^|[^a-z])(?:year|yr|jahr|année|annee|año|ano|anno|rok|år)(?:$|[^a-z])|年|год|سنة|साल/i

/** Whether integers are years by their values and by the name of their column. */
function areYears(column: string, values: readonly unknown[]): boolean {
  const isYear = (value: unknown) =>
    Number.isInteger(Number(value)) && Number(value) >= 1500 && Number(value) <= 2200
  return YEAR_NAME.test(column.toLowerCase()) && values.every(isYear)
}
