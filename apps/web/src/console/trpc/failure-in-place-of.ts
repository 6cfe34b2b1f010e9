import { isSignedOut } from './create-query-client.ts'
import { isWorthRepeating } from './http-status-of.ts'

/** What a read has brought so far: the newest data, and the error of the newest attempt. */
type Reading<Failure> = { readonly data: unknown; readonly error: Failure | null }

/**
 * The error that a page shows in place of what it reads; null while it can show the data from before, or a placeholder.
 * A refusal, such as the 404 of a deleted record, replaces the data. They stay when the service does not answer, and
 * when the session has ended: a dialog then covers them.
 */
export function failureInPlaceOf<Failure>({ data, error }: Reading<Failure>): Failure | null {
  if (error === null || isSignedOut(error)) return null
  return data !== undefined && isWorthRepeating(error) ? null : error
}
