import type { Column } from './catalog.ts'
import { describeMeasure, grainWord } from './describe-plan.ts'
import { columnValue, identifier } from './dialect.ts'
import { partsOfName } from './match-columns.ts'
import type { Measure } from './plan.ts'
import type { Aggregate } from './read-question.ts'
import { toLabel, toWords } from './words.ts'
import { type Writer, writePeriod } from './write-conditions.ts'

/** A column of the result: its name, its label, its expression, and the expression to sort by. */
export type Output = {
  readonly alias: string
  readonly label: string
  readonly sql: string
  readonly order: string
}

/** Writes an output for the SELECT list. */
export function nameOutput({ dialect }: Writer, { sql, alias }: Output): string {
  const name = identifier(alias, dialect)
  return sql === name ? sql : `${sql} AS ${name}`
}

/** Returns an output for an unchanged column. */
export function columnOutput({ dialect, isCareful }: Writer, column: Column): Output {
  const sql = identifier(column.name, dialect, isCareful)
  return { alias: column.name, label: toLabel(column.name), sql, order: sql }
}

/** Returns the output for what names a row: a column, or both parts of a person's name. */
export function labelOutput(writer: Writer, column: Column): Output {
  const { plan, dialect, isCareful } = writer
  const [first, last] = partsOfName(plan.table, column)
  if (first === undefined || last === undefined) return columnOutput(writer, column)
  const [one, other] = [first, last].map(({ name }) => identifier(name, dialect, isCareful))
  const sql = `concat(${one}, ' ', ${other})`
  return { alias: 'name', label: 'name', sql, order: sql }
}

/**
 * Returns the output for the time steps that rows are grouped by. Months and weekdays are sorted by number.
 */
export function timeOutput({ plan, dialect, isCareful }: Writer): Output | null {
  if (plan.time === null) return null
  const { column, grain } = plan.time
  const value = columnValue(column, dialect, isCareful)
  if (column.kind === 'year') return { alias: column.name, label: 'year', sql: value, order: value }
  const sql = dialect.grains[grain](value)
  const label = plan.kind === 'lookup' ? toLabel(column.name) : grainWord(plan)
  if (grain === 'calendar-month') return { alias: label, label, sql, order: dialect.monthNumber(value) }
  if (grain === 'weekday') return { alias: label, label, sql, order: dialect.weekdayNumber(value) }
  return { alias: grainWord(plan), label, sql, order: sql }
}

/** Returns the outputs of the measures: aggregated for groups, plain for single rows. */
export function measureOutputs(writer: Writer): Output[] {
  const isPlain = ['rank', 'lookup', 'relation'].includes(writer.plan.kind)
  return writer.plan.measures.map((measure) => {
    const sql = isPlain ? sumColumns(writer, measure) : aggregate(writer, measure)
    const unit = measure.aggregate === 'count' ? '' : (measure.columns[0]?.unit ?? '')
    const label = unit === '' ? describeMeasure(measure) : `${describeMeasure(measure)} (${unit})`
    return { alias: aliasOf(measure, isPlain), label, sql, order: sql }
  })
}

/** Returns the sum of a measure's columns within a row. */
export function sumColumns({ dialect, isCareful }: Writer, { columns }: Measure): string {
  return columns.map((column) => columnValue(column, dialect, isCareful)).join(' + ')
}

/** Returns the share of each group in the sum of all groups. */
export function shareOfGroups({ dialect }: Writer, measure: Output): Output {
  return shareOutput(dialect.round(`100.0 * ${measure.sql} / sum(${measure.sql}) OVER ()`, 2))
}

/** Returns the share of each row in the whole table. Of the conditions, only the period limits the whole. */
export function shareOfTable(writer: Writer, measure: Output): Output {
  const whole = `(SELECT sum(${measure.sql}) FROM ${writer.plan.table.name}${writePeriod(writer)})`
  return shareOutput(writer.dialect.round(`100.0 * (${measure.sql}) / ${whole}`, 2))
}

function shareOutput(sql: string): Output {
  return { alias: 'share_percent', label: 'share (%)', sql, order: sql }
}

const PREFIXES: Readonly<Record<Aggregate, string>> = {
  avg: 'average',
  sum: 'total',
  max: 'highest',
  min: 'lowest',
  median: 'median',
  count: '',
}

function aliasOf({ name, columns, aggregate: how, isDistinct }: Measure, isPlain: boolean): string {
  const [column] = columns
  if (column === undefined || isDistinct) return 'number'
  const own = toWords(columns.length === 1 ? column.name : name).join('_')
  const prefix = isPlain ? '' : PREFIXES[how ?? 'avg']
  return prefix === '' || own.startsWith(prefix) ? own : `${prefix}_${own}`
}

function aggregate(writer: Writer, measure: Measure): string {
  const { dialect } = writer
  const [column] = measure.columns
  if (column === undefined) return 'count(*)'
  if (measure.isDistinct) return `count(DISTINCT ${identifier(column.name, dialect, writer.isCareful)})`
  const value = sumColumns(writer, measure)
  const how = measure.aggregate
  if (how === 'sum' || how === 'max' || how === 'min' || how === 'count') return `${how}(${value})`
  if (how === 'median' && dialect.median !== null) return dialect.round(dialect.median(value), column.digits)
  return dialect.round(`avg(${value})`, column.digits)
}
