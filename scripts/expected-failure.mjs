/** A failure with a sentence for the user at the terminal. Print its message, without a stack. */
export class ExpectedFailure extends Error {
  /** @override */
  name = 'ExpectedFailure'
}

/**
 * Returns whether an error is an expected failure. Every other error is a defect.
 *
 * @param {unknown} error anything that was thrown
 * @returns {error is ExpectedFailure}
 */
export function isExpectedFailure(error) {
  return error instanceof Error && error.name === 'ExpectedFailure'
}
