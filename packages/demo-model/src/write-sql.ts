import { dialectOf, identifier } from './dialect.ts'
import type { Plan } from './plan.ts'
import { type Writer, writePart, writePeriod, writeWhere } from './write-conditions.ts'
import {
  columnOutput,
  labelOutput,
  measureOutputs,
  nameOutput,
  type Output,
  shareOfGroups,
  shareOfTable,
  sumColumns,
  timeOutput,
} from './write-outputs.ts'

/** The names of the result's columns by meaning, for charts and answers. */
export type Shape = {
  readonly time: string | null
  readonly groups: readonly string[]
  readonly measures: readonly string[]
  readonly share: string | null
  /** The label of each column. */
  readonly labels: Readonly<Record<string, string>>
}

export type Query = { readonly sql: string; readonly shape: Shape }

/**
 * Writes a plan as one SELECT statement in the dialect of its table. The careful form quotes every name and
 * converts every value; it is the second try after a failure.
 */
export function writeSql(plan: Plan, isCareful = false): Query {
  const writer: Writer = { plan, dialect: dialectOf(plan.table.dialect), isCareful }
  switch (plan.kind) {
    case 'rows':
      return {
        sql: `SELECT * FROM ${plan.table.name}${writeWhere(writer)} LIMIT ${plan.limit ?? 5}`,
        shape: toShape({}),
      }
    case 'share':
      return writeShare(writer)
    case 'relation':
      return writeRelation(writer)
    case 'distribution':
      return writeDistribution(writer)
    case 'rank':
    case 'lookup':
      return writeSingleRows(writer)
    case 'groups':
    case 'scalar':
      return writeGroups(writer)
  }
}

function writeGroups(writer: Writer): Query {
  const { plan } = writer
  const time = timeOutput(writer)
  const groups = plan.groups.map((column) => columnOutput(writer, column))
  const measures = measureOutputs(writer)
  const share = plan.hasShare && measures[0] !== undefined ? shareOfGroups(writer, measures[0]) : null
  const keys = [...(time === null ? [] : [time]), ...groups]
  const outputs = [...keys, ...measures, ...(share === null ? [] : [share])]
  const isRanked = plan.isDescending !== null && plan.limit !== null
  const present = isRanked ? keys.map(({ sql }) => `${sql} IS NOT NULL`) : []
  // Months are sorted by number, not by name, so the number is grouped by too.
  const grouping = keys.flatMap(({ sql, order }, at) =>
    sql === order ? [`${at + 1}`] : [`${at + 1}`, order],
  )
  const sql = [
    `SELECT ${outputs.map((output) => nameOutput(writer, output)).join(', ')}`,
    ` FROM ${plan.table.name}${writeWhere(writer, present)}`,
    keys.length === 0
      ? ''
      : ` GROUP BY ${grouping.join(', ')} ORDER BY ${orderGroups(writer, keys, measures)}`,
    plan.limit === null || keys.length === 0 ? '' : ` LIMIT ${plan.limit}`,
  ]
  return { sql: sql.join(''), shape: toShape({ time, groups, measures, share }) }
}

function orderGroups(
  { plan, dialect }: Writer,
  keys: readonly Output[],
  measures: readonly Output[],
): string {
  const measure = identifier(measures[0]?.alias ?? '', dialect)
  if (plan.isDescending !== null) return `${measure} ${plan.isDescending ? 'DESC' : 'ASC'}, 1`
  const isByKey = plan.time !== null || plan.groups.some(({ kind }) => kind !== 'text')
  if (!isByKey) return `${measure} DESC, 1`
  return keys.map(({ sql, order }, at) => (sql === order ? `${at + 1}` : order)).join(', ')
}

/** Selects single rows with their figures: the largest ones, or those that meet the conditions. */
function writeSingleRows(writer: Writer): Query {
  const { plan, dialect } = writer
  const time = plan.time === null || plan.time.column === plan.label ? null : timeOutput(writer)
  const texts = plan.table.columns.filter(({ kind }) => kind === 'text').slice(0, 3)
  const groups =
    plan.label === null
      ? texts.map((column) => columnOutput(writer, column))
      : [labelOutput(writer, plan.label)]
  const measures = measureOutputs(writer)
  const [first] = measures
  const share = plan.hasShare && first !== undefined ? shareOfTable(writer, first) : null
  const outputs = [
    ...groups,
    ...(time === null ? [] : [time]),
    ...measures,
    ...(share === null ? [] : [share]),
  ]
  const direction = plan.isDescending === false ? 'ASC' : 'DESC'
  const byMeasure = first === undefined ? '1' : `${identifier(first.alias, dialect)} ${direction}, 1`
  const order = plan.kind === 'lookup' && time !== null ? `${time.order} DESC, 1` : byMeasure
  const present = first === undefined ? [] : [`${first.sql} IS NOT NULL`]
  const sql = [
    `SELECT ${outputs.map((output) => nameOutput(writer, output)).join(', ')}`,
    ` FROM ${plan.table.name}${writeWhere(writer, present)} ORDER BY ${order} LIMIT ${plan.limit ?? 5}`,
  ]
  return { sql: sql.join(''), shape: toShape({ time, groups, measures, share }) }
}

function writeShare(writer: Writer): Query {
  const { plan, dialect } = writer
  const [measure] = plan.measures
  const isCount = measure === undefined || measure.columns.length === 0
  const value = isCount ? '1' : sumColumns(writer, measure)
  const part = `sum(CASE WHEN ${writePart(writer)} THEN ${value} ELSE 0 END)`
  const whole = isCount ? 'count(*)' : `sum(${value})`
  const percent = dialect.round(`100.0 * ${part} / ${whole}`, 2)
  const select = `SELECT ${part} AS part, ${whole} AS whole, ${percent} AS share_percent`
  return { sql: `${select} FROM ${plan.table.name}${writePeriod(writer)}`, shape: toShape({}) }
}

function writeRelation(writer: Writer): Query {
  const { plan, dialect } = writer
  const measures = measureOutputs(writer)
  const [x, y] = measures
  const isMeasured = dialect.hasCorrelation && x !== undefined && y !== undefined
  const correlation = isMeasured
    ? `, ${dialect.round(`corr(${x.sql}, ${y.sql}) OVER ()`, 3)} AS correlation, count(*) OVER () AS pairs`
    : ''
  const select = measures.map((output) => nameOutput(writer, output)).join(', ')
  const present = measures.map(({ sql }) => `${sql} IS NOT NULL`)
  const sql = `SELECT ${select}${correlation} FROM ${plan.table.name}${writeWhere(writer, present)} LIMIT 2000`
  return { sql, shape: toShape({ measures }) }
}

/** Ten steps of equal width between the smallest and the largest value. */
function writeDistribution(writer: Writer): Query {
  const { plan, dialect } = writer
  const [measure] = plan.measures
  const value = measure === undefined ? '1' : sumColumns(writer, measure)
  const start = dialect.round('floor(value / width) * width', 3)
  const sql = [
    `WITH v AS (SELECT ${value} AS value FROM ${plan.table.name}${writeWhere(writer, [`${value} IS NOT NULL`])}),`,
    'w AS (SELECT nullif(max(value) - min(value), 0) / 10.0 AS width FROM v)',
    `SELECT ${start} AS from_value, count(*) AS number FROM v, w GROUP BY 1 ORDER BY 1`,
  ]
  const label = `${measure?.name ?? 'value'} from`
  const groups = [{ alias: 'from_value', label, sql: start, order: start }]
  const measures = [{ alias: 'number', label: 'number of rows', sql: 'count(*)', order: 'count(*)' }]
  return { sql: sql.join(' '), shape: toShape({ groups, measures }) }
}

type Outputs = {
  readonly time?: Output | null
  readonly groups?: readonly Output[]
  readonly measures?: readonly Output[]
  readonly share?: Output | null
}

function toShape({ time = null, groups = [], measures = [], share = null }: Outputs): Shape {
  const all = [...groups, ...measures, ...[time, share].filter((output) => output !== null)]
  return {
    time: time?.alias ?? null,
    groups: groups.map(({ alias }) => alias),
    measures: measures.map(({ alias }) => alias),
    share: share?.alias ?? null,
    labels: Object.fromEntries(all.map(({ alias, label }) => [alias, label])),
  }
}
