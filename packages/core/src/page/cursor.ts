import { createHash } from 'node:crypto'
import type { OwnerId } from '@parley/db'
import { AppError } from '@parley/errors'

/** The list that a cursor belongs to: its operation, its owner and what it is filtered and sorted by. */
export type PagedList = { readonly name: string; readonly owner: OwnerId; readonly filter: object }

/** The forms of the parts of a place, in their order. */
export const TIME = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{6}$/
export const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
export const INTEGER = /^\d{1,9}$/

/** Writes the place behind a record, as a text that only its own list accepts. */
export function writeCursor(list: PagedList, place: readonly string[]): string {
  const text = place.join(' ')
  return `${Buffer.from(text).toString('base64url')}.${sumOf(list, text)}`
}

/**
 * Reads the place that a cursor names, with a part for each form. Throws `invalid_request` for a text that is no
 * cursor, or is cut, and for the cursor of another list, another user or other filters.
 */
export function readCursor<Forms extends readonly RegExp[]>(
  list: PagedList,
  cursor: string,
  forms: Forms,
): { readonly [Part in keyof Forms]: string } {
  const [encoded = '', sum] = cursor.split('.')
  const text = Buffer.from(encoded, 'base64url').toString()
  const parts = text.split(' ')
  const isWhole = sum === sumOf(list, text) && parts.length === forms.length
  if (!isWhole || !forms.every((form, index) => form.test(parts[index] ?? '')))
    throw new AppError(
      'invalid_request',
      'cursor: must be the next_cursor of the page before, sent with the same filters.',
    )
  // As many parts as forms, which is checked above.
  return parts as unknown as { readonly [Part in keyof Forms]: string }
}

// Finds mistakes. It protects nothing: the lists themselves show only the records of their owner.
function sumOf({ name, owner, filter }: PagedList, text: string): string {
  const whole = JSON.stringify([name, owner, Object.entries(filter).toSorted(), text])
  return createHash('sha256').update(whole).digest('base64url').slice(0, 12)
}
