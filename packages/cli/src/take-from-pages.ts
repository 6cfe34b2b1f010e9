import { type OptionValues, textOf } from './command.ts'
import { UsageError } from './failure.ts'

const DEFAULT_LIMIT = 50
const MAX_PAGE = 200

/** Reads `--limit` as the number of records in all and on one page. Throws UsageError for a text that is not a number. */
export function limitOf(options: OptionValues): {
  readonly all: number
  readonly ofPage: { readonly limit: number }
} {
  const text = textOf(options, 'limit') ?? String(DEFAULT_LIMIT)
  if (!/^\d{1,9}$/.test(text))
    throw new UsageError(`--limit ${text} is not a number. Write a whole number, or 0 for all.`)
  const all = Number(text) || Number.POSITIVE_INFINITY
  return { all, ofPage: { limit: Math.min(all, MAX_PAGE) } }
}

/** Reads pages until they hold `limit` records. */
export async function takeFromPages<Page, Row>(
  pages: AsyncIterable<Page>,
  rowsOf: (page: Page) => readonly Row[],
  limit: number,
): Promise<Row[]> {
  const rows: Row[] = []
  for await (const page of pages) {
    rows.push(...rowsOf(page))
    if (rows.length >= limit) break
  }
  return rows.slice(0, limit)
}
