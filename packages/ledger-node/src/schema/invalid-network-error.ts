const marker = Symbol.for('parley.InvalidNetworkError')

/** An invalid genesis or script: the field and the reason. */
export class InvalidNetworkError extends Error {
  override readonly name = 'InvalidNetworkError'
  /** The path of the field, such as `script.transactions[3].height`. */
  readonly field: string
  readonly [marker] = true

  constructor(field: string, reason: string, options: { cause?: unknown } = {}) {
    super(`${field}: ${reason}`, { cause: options.cause })
    this.field = field
  }
}

/** Recognises an InvalidNetworkError by its mark. */
export function isInvalidNetworkError(error: unknown): error is InvalidNetworkError {
  return error instanceof Error && marker in error
}
