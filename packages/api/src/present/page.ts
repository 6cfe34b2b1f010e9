import { LIMITS } from '@parley/contract'

type PageInput = { readonly limit?: number | undefined; readonly cursor?: string | undefined }

/** Whether a caller asks for a page. A list without any field of its query is sent whole. */
export function asksForPage(input: object): boolean {
  return Object.values(input).some((value) => value !== undefined)
}

/** How many records the caller wants, and from where. */
export function readPageRequest({ limit = LIMITS.defaultPageSize, cursor }: PageInput) {
  return { limit, ...(cursor !== undefined && { cursor }) }
}
