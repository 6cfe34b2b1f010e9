import { ParleyError } from '@parley/sdk'

/** The exit codes of the command. */
export const EXIT = {
  ok: 0,
  /** The service refused the call, or a rule does not hold. */
  failed: 1,
  /** The command line is wrong. */
  usage: 2,
  /** The credential is missing, wrong or not enough. */
  credential: 3,
  /** The record does not exist. */
  notFound: 4,
  /** The service cannot be reached, or has too much to do. */
  unavailable: 5,
  /** Ctrl-C: 128 and the number of the signal. */
  interrupted: 130,
  /** The reader of the output left: 128 and the number of the signal. */
  brokenPipe: 141,
} as const

/** The command line is wrong. The message says what to write. */
export class UsageError extends Error {
  override readonly name = 'UsageError'
}

/** A command that did its work and found that something does not hold. It has printed the finding. */
export class CheckFailed extends Error {
  override readonly name = 'CheckFailed'
}

/** The exit code for what a command threw. */
export function exitCodeOf(error: unknown): number {
  if (error instanceof UsageError) return EXIT.usage
  if (!(error instanceof ParleyError)) return EXIT.failed
  if (error.status === 401 || error.status === 403) return EXIT.credential
  if (error.status === 404) return EXIT.notFound
  return [0, 429, 502, 503, 504].includes(error.status) ? EXIT.unavailable : EXIT.failed
}
