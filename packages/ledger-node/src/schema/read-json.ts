import { parseJson } from '@parley/ledger'
import { InvalidNetworkError } from './invalid-network-error.ts'

/**
 * Parses the JSON of a file.
 *
 * @throws InvalidNetworkError naming `root`, and where the text is not JSON.
 */
export function readJson(root: string, text: string): unknown {
  try {
    return parseJson(text)
  } catch (cause) {
    const reason = cause instanceof SyntaxError ? `is not JSON: ${cause.message}` : 'is not JSON'
    throw new InvalidNetworkError(root, reason, { cause })
  }
}
