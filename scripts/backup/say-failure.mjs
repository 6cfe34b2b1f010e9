import { BackupError } from '@parley/backup'
import { isExpectedFailure } from '../expected-failure.mjs'

/**
 * Prints a failure: one sentence where the operator can do something, else the whole error. Returns the exit code.
 *
 * @param {unknown} error anything that was thrown
 * @returns {number}
 */
export function sayFailure(error) {
  const isSentence = error instanceof BackupError || isExpectedFailure(error)
  console.error(isSentence ? error.message : error)
  return 1
}
