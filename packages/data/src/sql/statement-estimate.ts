import type { JsonValue } from '@parley/agent'
import type { StatementEstimate } from '../sandbox/tasks.ts'

type Told = Readonly<Partial<Record<keyof StatementEstimate, JsonValue | undefined>>>

/**
 * The estimate out of what an engine told, numbers as text among it, to be spread into the result of its statement.
 * Empty where it told no number.
 */
export function toEstimate(told: Told): { readonly estimate?: StatementEstimate } {
  const rowsRead = numberOf(told.rowsRead)
  const resultRows = numberOf(told.resultRows)
  const cost = numberOf(told.cost)
  if (rowsRead === null && resultRows === null && cost === null) return {}
  const estimate = {
    ...(rowsRead !== null && { rowsRead: Math.round(rowsRead) }),
    ...(resultRows !== null && { resultRows: Math.round(resultRows) }),
    ...(cost !== null && { cost }),
  }
  return { estimate }
}

/** A planner that counts further than a double is exact is not to be taken at its word; how far does not matter. */
function numberOf(value: JsonValue | undefined): number | null {
  const number = typeof value === 'string' && value !== '' ? Number(value) : value
  if (typeof number !== 'number' || Number.isNaN(number) || number < 0) return null
  return Math.min(number, Number.MAX_SAFE_INTEGER)
}
