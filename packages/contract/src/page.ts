import * as z from 'zod'
import { LIMITS } from './limits.ts'
import { text } from './text.ts'

/** The query of an operation that lists records a page at a time. */
export const PAGE_QUERY = {
  limit: z
    .int()
    .min(1)
    .max(LIMITS.pageSize)
    .optional()
    .describe(`Records in one page; ${LIMITS.defaultPageSize} by default.`),
  cursor: text(LIMITS.cursorLength)
    .optional()
    .describe('Where the page begins: next_cursor of the one before.'),
}

/** Where the next page begins. The header `Link` names it too. */
export const NextCursor = z
  .string()
  .nullable()
  .meta({ description: 'Where the next page begins; null on the last page.', examples: [null] })

/** Whether an operation returns pages. */
export function hasPages({ query }: { readonly query: z.ZodObject }): boolean {
  return 'cursor' in query.shape || 'page' in query.shape
}
