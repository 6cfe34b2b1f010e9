import { isLedgerError } from '../ledger-error.ts'
import { fault, misfit } from './issues.ts'
import { createSchema, type Schema } from './schema.ts'

/**
 * Returns a schema for texts that `parse`, a function of this package, reads. `expected` names the text in errors, such
 * as `an address`. A LedgerError of `parse` becomes the issue.
 */
export function parsedText<Value>(expected: string, parse: (text: string) => Value): Schema<Value> {
  return createSchema((value) => {
    if (typeof value !== 'string') return misfit(expected, value)
    try {
      return { value: parse(value) }
    } catch (error) {
      if (!isLedgerError(error)) throw error
      return fault(error.message)
    }
  })
}
