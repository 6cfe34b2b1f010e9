import { isLedgerError } from '../ledger-error.ts'
import { fault, misfit } from './issues.ts'
import { createSchema, type Schema } from './schema.ts'

/**
 * A text that a function of this package reads, in words `an address`. What that says in a LedgerError is what is
 * wrong with the text.
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
