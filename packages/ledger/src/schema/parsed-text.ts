import { isLedgerError } from '../ledger-error.ts'
import { fault, misfit } from './issues.ts'
import { createSchema, type Schema } from './schema.ts'

/**
 * A text that the given function of this package parses, called `an address` or similar in errors. The
 * function's LedgerError becomes the issue.
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
