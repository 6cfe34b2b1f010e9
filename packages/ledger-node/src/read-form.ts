import { placeOf, readValue, type Schema } from '@parley/ledger'
import { InvalidNetworkError } from './invalid-network-error.ts'

/**
 * Reads what a file holds in its form.
 *
 * @throws InvalidNetworkError naming the field below `root` that is wrong, and why.
 */
export function readForm<Value>(root: string, schema: Schema<Value>, value: unknown): Value {
  const reading = readValue(schema, value)
  if (!reading.issues) return reading.value
  const [issue] = reading.issues
  throw new InvalidNetworkError(placeOf(root, issue), issue.message)
}
