import type { ColumnProfile, JsonObject, QueryableSource, SourceTable, TableProfile } from '@parley/domain'
import { isNumberType } from '../child/chart/column-types.ts'
import { type QueriedRows, querySources } from './query-sources.ts'
import type { StatementContext } from './run-statement.ts'

type Context = Omit<StatementContext, 'limits' | 'sources'>

const MAX_COLUMNS = 100
/** With more rows, counting different values exactly takes too much memory. */
const EXACT_ROWS = 10_000
const PARTS = 10
const MAX_TEXTS = 5
const TEXT_CHARACTERS = 80

// Lists, whose types end with [], and other nested values have no order that means something; neither have bytes.
const TIME = /^(DATE|TIMESTAMP)(?!.*\[)/
/** Texts and truth values. */
const TEXT = /^(VARCHAR|BOOLEAN|ENUM|UUID)(?!.*\[)/

/**
 * Counts what the columns of a table in a file hold: empty and different values, range, and bars. Runs two statements
 * in the sandbox, each within the limits of one; the bars are empty when their statement fails. Throws like
 * `querySources`.
 */
export async function profileTable(
  { source, table }: { readonly source: QueryableSource; readonly table: SourceTable },
  context: Context,
): Promise<TableProfile> {
  const isExact = table.rowCount !== null && table.rowCount <= EXACT_ROWS
  const from = `${quote(source.name)}.${quote(table.name)}`
  const columns = table.columns.slice(0, MAX_COLUMNS)
  const read = (sql: string) => querySources(sql, { ...context, sources: [source] })
  const counted = await read(
    [
      `SELECT -1 AS place, count(*) AS filled, 0 AS different, NULL AS low, NULL AS high FROM ${from}`,
      ...columns.map((column, place) => countsOf(column, { place, from, isExact })),
    ].join(' UNION ALL '),
  )
  const bars = columns.flatMap((column, place) => barsOf(column, { place, from }) ?? [])
  const drawn = bars.length === 0 ? null : await read(bars.join(' UNION ALL ')).catch(() => null)
  const rowCount = Number(rowAt(counted, -1)?.filled ?? 0)
  return {
    rowCount,
    isDistinctEstimated: !isExact,
    columns: columns.map((column, place) => ({
      ...readCounts(column.name, { row: rowAt(counted, place), rowCount }),
      bars: readBars(drawn && rowAt(drawn, place), { isRange: !TEXT.test(column.type) }),
    })),
  }
}

type Place = { readonly place: number; readonly from: string }
type Column = SourceTable['columns'][number]

function countsOf(
  { name, type }: Column,
  { place, from, isExact }: Place & { readonly isExact: boolean },
): string {
  const column = quote(name)
  const text = (value: string) => `left(CAST(${value} AS VARCHAR), ${TEXT_CHARACTERS})`
  const [low, high] =
    isNumberType(type) || TIME.test(type)
      ? [text(`min(${column})`), text(`max(${column})`)]
      : ['NULL', 'NULL']
  const different = isExact ? `count(DISTINCT ${column})` : `approx_count_distinct(${column})`
  return `SELECT ${place}, count(${column}), ${different}, ${low}, ${high} FROM ${from}`
}

/** SQL for one row with the bars of a column as a list of `{label, count}`; null for a column without bars. */
function barsOf({ name, type }: Column, { place, from }: Place): string | null {
  const column = quote(name)
  if (TEXT.test(type)) {
    const label = `left(CAST(${column} AS VARCHAR), ${TEXT_CHARACTERS})`
    return `SELECT ${place} AS place, list({'label': label, 'count': n} ORDER BY n DESC, label) AS bars
      FROM (SELECT ${label} AS label, count(*) AS n FROM ${from} WHERE ${column} IS NOT NULL GROUP BY 1 ORDER BY 2 DESC, 1 LIMIT ${MAX_TEXTS})`
  }
  if (!isNumberType(type) && !TIME.test(type)) return null
  const value = TIME.test(type) ? `epoch(${column})` : `CAST(${column} AS DOUBLE)`
  return `SELECT ${place} AS place, list({'label': part, 'count': n} ORDER BY part) AS bars
    FROM (SELECT least(${PARTS - 1}, CAST(floor((v - low) / (high - low) * ${PARTS}) AS INTEGER)) AS part, count(*) AS n
      FROM (SELECT v, min(v) OVER () AS low, max(v) OVER () AS high FROM (SELECT ${value} AS v FROM ${from}) WHERE isfinite(v))
      WHERE high > low GROUP BY 1)`
}

function rowAt({ rows }: Pick<QueriedRows, 'rows'>, place: number): JsonObject | undefined {
  return rows.find((row) => Number(row.place) === place)
}

function readCounts(
  name: string,
  { row, rowCount }: { readonly row: JsonObject | undefined; readonly rowCount: number },
): Omit<ColumnProfile, 'bars'> {
  const text = (value: unknown) => (typeof value === 'string' ? value : null)
  return {
    name,
    nullCount: rowCount - Number(row?.filled ?? 0),
    distinctCount: Math.min(Number(row?.different ?? 0), rowCount),
    minimum: text(row?.low),
    maximum: text(row?.high),
  }
}

/** Parts of a range without rows have the count 0. */
function readBars(
  row: JsonObject | null | undefined,
  { isRange }: { readonly isRange: boolean },
): ColumnProfile['bars'] {
  const entries = (Array.isArray(row?.bars) ? row.bars : []).flatMap((bar) =>
    typeof bar === 'object' && bar !== null && !Array.isArray(bar) ? [bar] : [],
  )
  if (!isRange || entries.length === 0)
    return entries.map(({ label, count }) => ({ label: String(label), count: Number(count) }))
  const counts = new Map(entries.map(({ label, count }) => [Number(label), Number(count)]))
  return Array.from({ length: PARTS }, (_, part) => ({ label: null, count: counts.get(part) ?? 0 }))
}

function quote(name: string): string {
  return `"${name.replaceAll('"', '""')}"`
}
