import type { Check, StatementView } from './statement-view.ts'

/** Reading fewer rows in all takes an instant, even where a join repeats them. */
const MANY_READ = 1_000_000
/** An engine that reads each row this many times repeats the reading in a join: a statement needs one. */
const OFTEN = 20
/** A reader sees the first rows alone. A larger result was mostly meant to be counted or added up. */
const MANY_SHOWN = 100_000

/** Says that a statement reads or returns far more rows than its tables have or its reader needs. */
export const checkLargeEstimates: Check = (view) => [...repeatedReads(view), ...unreadRows(view)]

function repeatedReads(view: StatementView): string[] {
  const read = view.result.estimate?.rowsRead ?? 0
  const items = view.selects.flatMap(({ from }) => from)
  const counts = items.flatMap((item) => {
    const table = view.tableOf(item)
    return table ? [table.rowCount] : []
  })
  const held = counts.reduce<number>((sum, count) => sum + (count ?? Number.POSITIVE_INFINITY), 0)
  if (counts.length < 2 || read < MANY_READ || read < OFTEN * held) return []
  return [
    `The engine reads about ${shown(read)} rows of tables that hold ${shown(held)}: a join reads them again for each row. Join by equal columns, or filter before joining.`,
  ]
}

function unreadRows({ selects, result }: StatementView): string[] {
  const [outer] = selects
  const rows = result.rowCount ?? result.estimate?.resultRows ?? 0
  if (!outer || outer.limit || rows < MANY_SHOWN || rows <= result.rows.length) return []
  return [
    `The result has ${result.rowCount === null ? 'about ' : ''}${shown(rows)} rows, and ${shown(result.rows.length)} are shown. Count or add up in SQL, or limit the rows.`,
  ]
}

function shown(count: number): string {
  return Math.round(count).toLocaleString('en')
}
