import type { JsonValue } from '@parley/domain'
import type { StatementEstimate } from './query-result.ts'

type EngineFigures = Readonly<Partial<Record<keyof StatementEstimate, JsonValue | undefined>>>

/**
 * Builds the `estimate` field of a result from engine output (numbers or numeric strings). Returns {} when there is no
 * number.
 */
export function toEstimate(figures: EngineFigures): { readonly estimate?: StatementEstimate } {
  const rowsRead = numberOf(figures.rowsRead)
  const resultRows = numberOf(figures.resultRows)
  const cost = numberOf(figures.cost)
  if (rowsRead === null && resultRows === null && cost === null) return {}
  const estimate = {
    ...(rowsRead !== null && { rowsRead: Math.round(rowsRead) }),
    ...(resultRows !== null && { resultRows: Math.round(resultRows) }),
    ...(cost !== null && { cost }),
  }
  return { estimate }
}

/** Estimates above the exact range of a double are cut to its end: only their magnitude matters. */
function numberOf(value: JsonValue | undefined): number | null {
  const number = typeof value === 'string' && value !== '' ? Number(value) : value
  if (typeof number !== 'number' || Number.isNaN(number) || number < 0) return null
  return Math.min(number, Number.MAX_SAFE_INTEGER)
}
