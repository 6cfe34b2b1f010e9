import type { ResultColumn } from '@parley/domain'
import { quotedName } from '../names/quoted-name.ts'
import type { AggregatePlan, ChartAggregate, GroupKey, RowFacts } from './aggregate-plan.ts'
import { binsBetween } from './bins.ts'
import { PART_FUNCTIONS } from './time-parts.ts'

/** A statement whose rows are aggregated, and its columns. */
export type AggregatedStatement = { readonly sql: string; readonly columns: readonly ResultColumn[] }

/**
 * The facts that a plan needs of the rows, in one row: `unfit`, how many numbers JSON cannot hold; `least_N` and
 * `most_N` of the key N; `grouped_N`, whether the rows of each value of the ordered column N follow one another.
 */
export function writeFacts(plan: AggregatePlan, { sql, columns }: AggregatedStatement): string {
  const read = new Set([...plan.keys, ...plan.aggregates.values()].map(({ column }) => column))
  const floats = columns.filter(({ name, type }) => read.has(name) && /^(FLOAT|DOUBLE)$/.test(type))
  const unfit = floats.map(({ name }) => `NOT isfinite(${placeOf(name, columns)})`).join(' OR ') || 'false'
  const parts = [
    `(SELECT count(*) FILTER (WHERE ${unfit}) FROM ${NUMBERED}) AS unfit`,
    ...plan.keys.flatMap(({ column, by }, index) => {
      if (by.kind !== 'bin') return []
      const value = `CAST(${placeOf(column, columns)} AS DOUBLE)`
      return [
        `(SELECT min(${value}) FROM ${NUMBERED}) AS least_${index}`,
        `(SELECT max(${value}) FROM ${NUMBERED}) AS most_${index}`,
      ]
    }),
    ...[...plan.ordered].map((name, index) => {
      const runs = `SELECT max(n) - min(n) + 1 = count(*) AS is_run FROM ${NUMBERED} GROUP BY ${placeOf(name, columns)}`
      return `(SELECT bool_and(is_run) FROM (${runs}) AS runs) AS grouped_${index}`
    }),
  ]
  return `${withRows({ sql, columns })} SELECT ${parts.join(', ')}`
}

/** The aggregated rows: of each group the values of its first row and its aggregates, by the first rows of groups. */
export function writeAggregates(
  { keys, aggregates }: AggregatePlan,
  facts: RowFacts,
  { sql, columns }: AggregatedStatement,
): string {
  const values = keys.map(({ column }) => `arg_min(${placeOf(column, columns)}, n) AS ${quote(column)}`)
  const computed = [...aggregates].map(([name, one]) => `${writeOne(one, columns)} AS ${quote(name)}`)
  const groups = keys.flatMap((key) => groupsOf(key, facts, placeOf(key.column, columns)))
  const grouping = groups.length > 0 ? ` GROUP BY ${groups.join(', ')}` : ''
  const selected = [...values, ...computed].join(', ')
  return `${withRows({ sql, columns })} SELECT ${selected} FROM ${NUMBERED}${grouping} ORDER BY min(n)`
}

const NUMBERED = '"numbered rows"'

/** Names the rows of a statement and its columns, and numbers the rows in their order. */
function withRows({ sql, columns }: AggregatedStatement): string {
  const names = columns.map((_, index) => `c${index}`).join(', ')
  const rows = `SELECT *, row_number() OVER () AS n FROM (${sql.replace(/[\s;]+$/, '')}\n) AS result(${names})`
  return `WITH ${NUMBERED} AS (${rows})`
}

function placeOf(name: string, columns: readonly ResultColumn[]): string {
  return `c${columns.findIndex((column) => column.name === name)}`
}

function quote(name: string): string {
  return quotedName(name, 'duckdb')
}

const FUNCTIONS: Readonly<Record<ChartAggregate['op'], string>> = {
  count: 'count',
  sum: 'sum',
  mean: 'avg',
  average: 'avg',
  min: 'min',
  max: 'max',
  median: 'median',
}

/** A sum is exact before it becomes a double; the mean of two middle decimals has more places than they have. */
function writeOne({ op, column }: ChartAggregate, columns: readonly ResultColumn[]): string {
  if (column === null) return 'CAST(count(*) AS DOUBLE)'
  const place = placeOf(column, columns)
  return `CAST(${FUNCTIONS[op]}(${op === 'median' ? `CAST(${place} AS DOUBLE)` : place}) AS DOUBLE)`
}

function groupsOf({ column, by }: GroupKey, { extents }: RowFacts, place: string): string[] {
  if (by.kind === 'value') return [place]
  if (by.kind === 'number') return [`CAST(${place} AS DOUBLE)`]
  if (by.kind === 'second') return [`date_trunc('second', ${place})`]
  if (by.kind === 'timeUnit')
    return by.parts.map((part) => `${PART_FUNCTIONS[part]}(CAST(${place} AS TIMESTAMP))`)
  const { start, stop, step } = binsBetween(by.settings, extents.get(column) ?? [0, 0])
  const value = `greatest(${double(start)}, least(CAST(${place} AS DOUBLE), ${double(stop - step)}))`
  // greatest and least skip NULL, and rows without a value have their own bin.
  return [`${place} IS NULL`, `floor(1e-14 + (${value} - ${double(start)}) / ${double(step)})`]
}

/** A number as a double: DuckDB reads plain digits as a decimal. */
function double(value: number): string {
  return `CAST('${value}' AS DOUBLE)`
}
