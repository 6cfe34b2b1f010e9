import { type PagedList, readCursor, writeCursor } from './cursor.ts'

/** Which page of a list a caller wants: up to a number of records, from the place that a cursor names. */
export type PageRequest = { readonly limit: number; readonly cursor?: string }

export type Page<Row> = {
  readonly rows: readonly Row[]
  /** Where the next page begins; null after the last record. */
  readonly nextCursor: string | null
}

type Reading<Row, Forms extends readonly RegExp[]> = {
  readonly list: PagedList
  readonly request: PageRequest
  /** The forms of the parts of a place. */
  readonly forms: Forms
  /** The place behind a record. */
  readonly placeOf: (row: Row) => { readonly [Part in keyof Forms]: string }
  /** Reads at most `limit` records behind a place. */
  readonly read: (
    limit: number,
    behind: { readonly [Part in keyof Forms]: string } | undefined,
  ) => Promise<readonly Row[]>
}

/**
 * Returns a page of a list that is sorted by its places. Records that are added between two calls change no later page.
 * Throws `invalid_request` as `readCursor` does.
 */
export async function readPage<Row, const Forms extends readonly RegExp[]>({
  list,
  request: { limit, cursor },
  forms,
  placeOf,
  read,
}: Reading<Row, Forms>): Promise<Page<Row>> {
  const behind = cursor === undefined ? undefined : readCursor(list, cursor, forms)
  // One record more shows whether there is a next page.
  const found = await read(limit + 1, behind)
  const rows = found.slice(0, limit)
  const last = rows.at(-1)
  const isLast = last === undefined || found.length <= limit
  return { rows, nextCursor: isLast ? null : writeCursor(list, placeOf(last)) }
}
