import type { JsonObject } from '@parley/domain'
import { quotedName } from '../names/quoted-name.ts'
import type { JoinLink } from './join-link.ts'

/** Runs a SELECT over the data sources of a run; null where it fails. */
export type ReadCounts = (sql: string) => Promise<readonly JsonObject[] | null>

/** What the values say of a link: its kind, `none` where they refute it, or null where they were not read. */
export type MeasuredKind = JoinLink['kind'] | 'none' | null

/** Larger tables are not counted. */
const MOST_ROWS = 5_000_000
/** The right table must hold this share of the left table's different values, unless the link is a declared key. */
const LEAST_HELD = 0.9

/** Whether the rows at both ends may be counted. */
export function isMeasurable({ left, right }: JoinLink): boolean {
  return [left, right].every(
    ({ columns, rowCount, isHeldHere }) =>
      isHeldHere && columns.length === 1 && (rowCount === null || rowCount <= MOST_ROWS),
  )
}

/** Counts how often values occur at both ends of a link. */
export async function measureLink({ left, right, basis }: JoinLink, read: ReadCounts): Promise<MeasuredKind> {
  const [a, b] = [left, right].map(({ columns }) => quotedName(columns[0] ?? '', 'duckdb'))
  const held = `SELECT DISTINCT ${b} AS v FROM ${right.table} WHERE ${b} IS NOT NULL`
  const rows = await read(
    `SELECT (SELECT count(${a}) FROM ${left.table}) AS left_count, (SELECT count(DISTINCT ${a}) FROM ${left.table}) AS left_values,
      (SELECT count(${b}) FROM ${right.table}) AS right_count, (SELECT count(DISTINCT ${b}) FROM ${right.table}) AS right_values,
      (SELECT count(*) FROM (SELECT DISTINCT ${a} AS v FROM ${left.table} WHERE ${a} IS NOT NULL) AS l
        WHERE v IN (${held})) AS held`,
  )
  const [counts] = rows ?? []
  if (!counts) return null
  const count = (name: string) => Number(counts[name])
  const isHeld = count('left_values') > 0 && count('held') >= LEAST_HELD * count('left_values')
  if (basis !== 'key' && !isHeld) return 'none'
  const isSingleLeft = count('left_count') === count('left_values')
  if (count('right_count') !== count('right_values')) return isSingleLeft ? '1:n' : 'n:m'
  // A table with one row or none does not show that its values cannot repeat.
  return isSingleLeft && count('left_count') > 1 ? '1:1' : 'n:1'
}
