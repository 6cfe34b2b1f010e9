import { placeOf, readValue, type Schema } from '@parley/ledger'
import { InvalidNetworkError } from './invalid-network-error.ts'

/**
 * Reads the content of a file with its schema.
 *
 * @throws InvalidNetworkError naming the invalid field below `root` and the reason.
 */
export function readForm<Value>(root: string, schema: Schema<Value>, value: unknown): Value {
  const reading = readValue(schema, value)
  if (!reading.issues) return reading.value
  const [issue] = reading.issues
  throw new InvalidNetworkError(placeOf(root, issue), issue.message)
}
