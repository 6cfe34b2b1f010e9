import { AppError } from '@parley/errors'

/** The failure of a document, with its line. */
export function refuseLine(line: number, reason: string): AppError {
  return new AppError('invalid_request', `Line ${line}: ${reason}`)
}
