import { LIMITS } from '@parley/contract'
import { type OwnerId, pageOf } from '@parley/core'

type PageInput = { readonly limit?: number | undefined; readonly cursor?: string | undefined }

/** Whether a caller asks for a page. A list without any field of its query is sent whole. */
export function asksForPage(input: object): boolean {
  return Object.values(input).some((value) => value !== undefined)
}

/** How many records the caller wants, and from where. */
export function readPageRequest({ limit = LIMITS.defaultPageSize, cursor }: PageInput) {
  return { limit, ...(cursor !== undefined && { cursor }) }
}

type WholeList<Row> = {
  /** The operation. */
  readonly name: string
  readonly owner: OwnerId
  readonly input: PageInput
  readonly rows: readonly Row[]
  /** Unique, and in the order of the rows. */
  readonly keyOf: (row: Row) => string
}

/** Returns all rows. Where the caller asks for a page, returns that page and the field that names the next one. */
export function pageOrAll<Row>({ name, owner, input, rows, keyOf }: WholeList<Row>): {
  readonly rows: readonly Row[]
  readonly next: { readonly next_cursor?: string | null }
} {
  if (!asksForPage(input)) return { rows, next: {} }
  const page = pageOf({ name, owner, filter: {} }, readPageRequest(input), { rows, keyOf })
  return { rows: page.rows, next: { next_cursor: page.nextCursor } }
}
