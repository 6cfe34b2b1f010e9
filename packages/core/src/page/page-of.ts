import { type PagedList, readCursor, writeCursor } from './cursor.ts'
import type { Page, PageRequest } from './read-page.ts'

const KEY = /^[0-9A-Za-z:.-]+$/

/**
 * Returns a page of a list that is read whole: for lists with a small quota. The keys of the records are unique and
 * in the order of the list, so a record that is added or deleted between two calls moves no other one. Throws
 * `invalid_request` as `readCursor` does.
 */
export function pageOf<Row>(
  list: PagedList,
  { limit, cursor }: PageRequest,
  { rows, keyOf }: { readonly rows: readonly Row[]; readonly keyOf: (row: Row) => string },
): Page<Row> {
  const [behind] = cursor === undefined ? [] : readCursor(list, cursor, [KEY])
  const left = behind === undefined ? rows : rows.filter((row) => keyOf(row) > behind)
  const page = left.slice(0, limit)
  const last = page.at(-1)
  const isLast = last === undefined || left.length <= limit
  return { rows: page, nextCursor: isLast ? null : writeCursor(list, [keyOf(last)]) }
}

/** Writes an id as a text that sorts like the number. */
export function keyOfNumber(id: number): string {
  return String(id).padStart(10, '0')
}

/** Writes a time as a text that sorts the newest first. */
export function keyOfNewest(time: string): string {
  return time.replaceAll(/\d/g, (digit) => String(9 - Number(digit)))
}
