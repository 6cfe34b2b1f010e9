import type { JsonObject, JsonValue } from '@parley/domain'
import { isDateColumn } from './catalog.ts'
import { describeFilters, describeMeasure, grainWord } from './describe-plan.ts'
import { formatLabel, formatNumber, toNumber } from './format-value.ts'
import type { Plan } from './plan.ts'
import { NO_ROWS_FOR } from './texts.ts'
import { toLabel } from './words.ts'
import type { Shape } from './write-sql.ts'
import { writeTable } from './write-table.ts'

export type Result = { readonly rows: readonly JsonObject[]; readonly rowCount: number }

/** Describes the rows of a plan in words, with the figures. */
export function writeAnswer(plan: Plan, shape: Shape, result: Result): string {
  if (isNothing(plan, shape, result)) return describeNothing(plan)
  const answered: Answered = { plan, shape, result }
  if (plan.kind === 'scalar') return describeFigures(answered)
  if (plan.kind === 'share') return describeShare(answered)
  if (plan.kind === 'rows')
    return `${firstOf(plan, result.rows)} of ${plan.table.name}:\n\n${writeTable(result.rows)}`
  if (plan.kind === 'lookup') return describeLookup(answered)
  if (plan.kind === 'relation') return describeRelation(answered)
  if (plan.kind === 'distribution') return describeDistribution(answered)
  if (plan.isDescending !== null && plan.limit !== null) return describeRanking(answered)
  return plan.time !== null && plan.groups.length > 0 ? describeSeries(answered) : describeGroups(answered)
}

/** Whether there are no rows, or a count of 0 for what may not exist: a guessed name, a missing value, a time. */
function isNothing(plan: Plan, shape: Shape, { rows }: Result): boolean {
  const isGuess = plan.filters.some(({ kind }) => /^(?:name|missing|years|months|dates)$/.test(kind))
  const counted = rows[0]?.[plan.kind === 'share' ? 'part' : (shape.measures[0] ?? '')]
  if (plan.kind === 'scalar' && shape.measures.every((name) => rows[0]?.[name] === null)) return true
  return rows.length === 0 || (isGuess && rows.length === 1 && (counted === null || toNumber(counted) === 0))
}

function describeNothing(plan: Plan): string {
  const guess = plan.filters.find((filter) => filter.kind === 'name')
  const missing = plan.filters.find(({ kind }) => kind === 'missing')
  if (missing?.kind === 'missing')
    return `I found no rows without a value of ${toLabel(missing.column.name)} in ${plan.table.name}. A 0 is a value, and so is a text such as "none".`
  if (guess === undefined) {
    const conditions = describeFilters(plan.filters)
    return `No rows were found${conditions === '' ? '' : ` (${conditions.trim()})`} in ${plan.table.name}.`
  }
  const examples = guess.columns
    .slice(0, 3)
    .map(({ name, samples }) => `${name}: ${samples.slice(0, 3).join(', ')}`)
  const others = describeFilters(plan.filters.filter((filter) => filter !== guess))
  return `${NO_ROWS_FOR}"${guess.value}"${others} in ${plan.table.name}. Its values look like this: ${examples.join('; ')}.`
}

type Answered = { readonly plan: Plan; readonly shape: Shape; readonly result: Result }

function describeFigures({ plan, shape, result }: Answered): string {
  const [row] = result.rows
  const parts = plan.measures.map((measure, index) => {
    const conditions = index === 0 ? describeFilters(plan.filters) : ''
    return `the ${describeMeasure(measure)}${conditions} is ${figure(plan, index, row?.[shape.measures[index] ?? ''])}`
  })
  return `${capital(listOf(parts))} (${plan.table.name}).${whereGuessed(plan)}`
}

/** Says which rows were selected by a name that several columns may hold. */
function whereGuessed({ filters }: Plan): string {
  const guess = filters.find((filter) => filter.kind === 'name' && filter.columns.length > 1)
  return guess?.kind === 'name' ? ` These are the rows with "${guess.value}" in any column of texts.` : ''
}

function describeShare({ plan, result }: Answered): string {
  const row = result.rows[0] ?? {}
  const [measure] = plan.measures
  const what = measure === undefined || measure.columns.length === 0 ? 'rows' : describeMeasure(measure)
  const numbers = `${formatNumber(row.part)} of ${formatNumber(row.whole)}`
  return `${formatNumber(row.share_percent)} %:${describeFilters(plan.filters)}, ${numbers} (${what} of ${plan.table.name}).${whereGuessed(plan)}`
}

function describeRanking({ plan, shape, result }: Answered): string {
  const { rows } = result
  const name = plan.measures.map(describeMeasure)[0] ?? 'value'
  const extreme = extremeOf(plan)
  const title = name.startsWith(extreme) ? name : `${extreme} ${name}`
  const entries = rows.map((row) => {
    const share = shape.share === null ? '' : `, ${formatNumber(row[shape.share])} % of all`
    const cell = row[shape.measures[0] ?? '']
    return { label: labelOf(shape, row), value: figure(plan, 0, cell) + share, cell }
  })
  const [first] = entries
  const where = describeFilters(plan.filters)
  if (first === undefined) return ''
  const shared = entries.filter(({ cell }) => cell === first.cell)
  const others = entries.slice(shared.length)
  if (shared.length > 1 && (plan.isSingle || others.length === 0)) {
    const isCut = others.length === 0 && rows.length === plan.limit
    const names = listOf(shared.map(({ label }) => `**${label}**`))
    return `${isCut ? `At least ${shared.length}, such as ${names},` : names} share the ${title}${where}: ${first.value}.${nextOf(others)}`
  }
  if (!plan.isSingle) {
    const lines = entries.map(({ label, value }, index) => `${index + 1}. ${label}: ${value}`)
    return `The ${entries.length} with the ${title}${where}:\n\n${lines.join('\n')}`
  }
  return `**${first.label}** has the ${title}${where}: ${first.value}.${nextOf(others)}${noteYears(plan)}`
}

/** Says that each month or weekday adds up the figures of several years. */
function noteYears({ time, measures, filters }: Plan): string {
  const isRepeated = time?.grain === 'calendar-month' || time?.grain === 'weekday'
  const isAdded = measures.some(({ aggregate }) => aggregate === 'sum' || aggregate === 'count')
  const isOfOneYear = filters.some(({ kind }) => /^(?:years|newest|dates)$/.test(kind))
  const years = new Set(time?.column.samples.map((value) => /\b(?:1[4-9]|20|21)\d\d\b/.exec(value)?.[0]))
  if (!isRepeated || !isAdded || isOfOneYear || years.size < 2) return ''
  return ` Each ${time.grain === 'weekday' ? 'weekday' : 'month'} adds up those of all years.`
}

function extremeOf({ measures, isDescending }: Plan): string {
  const isDate = measures.some(({ columns }) => columns.some(isDateColumn))
  if (isDescending === true) return isDate ? 'latest' : 'highest'
  return isDate ? 'earliest' : 'lowest'
}

function nextOf(entries: readonly { readonly label: string; readonly value: string }[]): string {
  if (entries.length === 0) return ''
  return ` Next: ${listOf(entries.map(({ label, value }) => `${label} (${value})`))}.`
}

function describeGroups(answered: Answered): string {
  const { plan, shape, result } = answered
  const { rows } = result
  const name = capital(plan.measures.map(describeMeasure)[0] ?? 'value')
  const by =
    plan.time === null ? listOf(shape.groups.map((group) => shape.labels[group] ?? group)) : grainWord(plan)
  const sorted = rows
    .filter((row) => toNumber(row[shape.measures[0] ?? '']) !== null)
    .toSorted((a, b) => order(shape, a, b))
  const lowest = sorted[0] ?? {}
  const highest = sorted.at(-1) ?? {}
  const value = (row: JsonObject) => figure(plan, 0, row[shape.measures[0] ?? ''])
  const isOngoing =
    plan.time !== null && plan.time.grain !== 'calendar-month' && plan.time.grain !== 'weekday'
  const extremes = `highest ${value(highest)} (${labelOf(shape, highest)}), lowest ${value(lowest)} (${labelOf(shape, lowest)})`
  // The rows that are left out may hold a higher or a lower figure.
  const isCut = result.rowCount > rows.length
  const span = isCut ? `the first ${rows.length} of ${result.rowCount} rows: ${extremes}` : extremes
  const lead = isOngoing ? `${development({ plan, shape, result })}${isCut ? '' : `; ${extremes}`}` : span
  return `${name} by ${by}${describeFilters(plan.filters)}: ${lead}.${missingValues(answered)}${noteYears(plan)}\n\n${writeTable(rows, shape.labels)}`
}

/** Names the values of the question that no row holds. */
function missingValues({ plan, shape, result }: Answered): string {
  const missing = plan.filters.flatMap((filter) => {
    if (filter.kind !== 'in' || !shape.groups.includes(filter.column.name)) return []
    return filter.values.filter((value) => !result.rows.some((row) => row[filter.column.name] === value))
  })
  return missing.length === 0 ? '' : ` I found no rows for ${listOf(missing)}.`
}

function development({ plan, shape, result }: Answered): string {
  const key = shape.measures[0] ?? ''
  const first = result.rows[0] ?? {}
  const last = result.rows.at(-1) ?? {}
  const from = toNumber(first[key])
  const to = toNumber(last[key])
  const change = from === null || to === null || from <= 0 ? '' : `, ${changeOf(from, to)}`
  const text = `from ${figure(plan, 0, first[key])} (${labelOf(shape, first)}) to ${figure(plan, 0, last[key])} (${labelOf(shape, last)})`
  const isCut = result.rowCount > result.rows.length
  return isCut
    ? `${text}${change} in the first ${result.rows.length} of ${result.rowCount} rows`
    : text + change
}

function changeOf(from: number, to: number): string {
  const percent = ((to - from) / from) * 100
  if (Math.abs(percent) < 0.05) return 'unchanged'
  return `${percent > 0 ? 'up' : 'down'} ${formatNumber(Math.abs(percent) >= 10 ? Math.round(Math.abs(percent)) : Math.round(Math.abs(percent) * 10) / 10)} %`
}

function describeSeries(answered: Answered): string {
  const { plan, shape, result } = answered
  const group = shape.groups[0] ?? ''
  const series = Map.groupBy(result.rows, (row) => formatLabel(row[group]))
  const bare = { ...shape, groups: [] }
  const lines = [...series].slice(0, 12).map(([label, rows]) => {
    return `- ${label}: ${development({ plan, shape: bare, result: { rows, rowCount: rows.length } })}`
  })
  const name = capital(plan.measures.map(describeMeasure)[0] ?? 'value')
  const cut =
    result.rowCount > result.rows.length
      ? ` (the first ${result.rows.length} of ${result.rowCount} rows)`
      : ''
  return `${name} by ${grainWord(plan)} and ${shape.labels[group] ?? group}${describeFilters(plan.filters)}${cut}:\n\n${lines.join('\n')}`
}

function describeLookup({ plan, shape, result }: Answered): string {
  const { rows } = result
  const [row] = rows
  if (row === undefined) return ''
  if (plan.measures.length === 0) {
    return `${firstOf(plan, rows)}${describeFilters(plan.filters)}:\n\n${writeTable(rows, shape.labels)}`
  }
  const figures = plan.measures.map((measure, index) => {
    const conditions = index === 0 ? describeFilters(plan.filters) : ''
    const newest = rows.length > 1 ? 'newest ' : ''
    return `the ${newest}${describeMeasure(measure)}${conditions} is ${figure(plan, index, row[shape.measures[index] ?? ''])}`
  })
  const when = shape.time === null ? '' : ` (${dateOf(shape, row)})`
  const sentence = `${capital(listOf(figures))}${when}.`
  if (rows.length === 1) return sentence
  const count = firstOf(plan, rows)
  const newest = shape.time === null ? count : `Newest first, ${count.toLowerCase()}`
  // The newest of several rows answers the question only where all rows are about one thing.
  const isOfOne = shape.groups.every((group) => rows.every((other) => other[group] === row[group]))
  const lead = shape.time === null || !isOfOne ? '' : `${sentence} `
  return `${lead}${newest}:\n\n${writeTable(rows, shape.labels)}`
}

/** The date of a row, with its name where it is not simply the date: "hire date 2018-04-01". */
function dateOf({ time, labels }: Shape, row: JsonObject): string {
  const name = labels[time ?? ''] ?? ''
  const date = formatLabel(row[time ?? ''])
  return /^(?:date|day|time|year)$/i.test(name) ? date : `${name} ${date}`
}

/** Says how many rows follow, and that they are the first ones where the limit was reached. */
function firstOf({ limit }: Plan, rows: readonly unknown[]): string {
  return limit !== null && rows.length >= limit ? `The first ${countOf(rows)}` : countOf(rows)
}

function countOf({ length }: readonly unknown[]): string {
  return length === 1 ? '1 row' : `${length} rows`
}

function describeRelation({ plan, result }: Answered): string {
  const correlation = toNumber(result.rows[0]?.correlation)
  const names = plan.measures.map(describeMeasure)
  const pairs = `${formatNumber(result.rows[0]?.pairs ?? result.rowCount)} rows have both ${listOf(names)}${describeFilters(plan.filters)}`
  if (correlation === null) return `${pairs}.`
  const size = Math.abs(correlation)
  const strength = ['no', 'a weak', 'a clear', 'a strong'][
    Number(size >= 0.1) + Number(size >= 0.3) + Number(size >= 0.7)
  ]
  const sign = correlation > 0 ? 'positive ' : 'negative '
  return `${pairs}. Their correlation is ${formatNumber(correlation)}: ${strength} ${size < 0.1 ? '' : sign}relation.`
}

function describeDistribution({ plan, shape, result }: Answered): string {
  const { rows } = result
  const largest = rows.toSorted((a, b) => order(shape, a, b)).at(-1) ?? {}
  const next = rows[rows.indexOf(largest) + 1]
  const range =
    next === undefined
      ? `from ${formatNumber(largest.from_value)} on`
      : `between ${formatNumber(largest.from_value)} and ${formatNumber(next.from_value)}`
  const name = plan.measures.map(describeMeasure)[0] ?? 'value'
  return `Most often the ${name} is ${range}: ${formatNumber(largest.number)} rows.\n\n${writeTable(rows, shape.labels)}`
}

function order(shape: Shape, left: JsonObject, right: JsonObject): number {
  const key = shape.measures[0] ?? ''
  return (toNumber(left[key]) ?? 0) - (toNumber(right[key]) ?? 0)
}

function labelOf(shape: Shape, row: JsonObject): string {
  const keys = [...(shape.time === null ? [] : [shape.time]), ...shape.groups]
  return keys.map((key) => formatLabel(row[key])).join(', ')
}

function figure(plan: Plan, index: number, value: JsonValue | undefined): string {
  const measure = plan.measures[index]
  const unit = measure?.aggregate === 'count' ? '' : (measure?.columns[0]?.unit ?? '')
  const isDate = measure?.aggregate !== 'count' && measure?.columns.some(isDateColumn) === true
  if (isDate) return formatLabel(value)
  return unit === '' ? formatNumber(value) : `${formatNumber(value)} ${unit}`
}

function listOf(parts: readonly string[]): string {
  return parts.length < 2 ? parts.join('') : `${parts.slice(0, -1).join(', ')} and ${parts.at(-1)}`
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}
