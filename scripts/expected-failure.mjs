/** A failure with a sentence for the person at the terminal: print the message, no stack. */
export class ExpectedFailure extends Error {
  /** @override */
  name = 'ExpectedFailure'
}

/**
 * Tells an expected failure from a defect.
 *
 * @param {unknown} error anything that was thrown
 * @returns {error is ExpectedFailure}
 */
export function isExpectedFailure(error) {
  return error instanceof Error && error.name === 'ExpectedFailure'
}
