import { withAskedAverage } from './asked-averages.ts'
import type { Column, Table } from './catalog.ts'
import { type AskedParts, draft } from './draft-plan.ts'
import {
  findDates,
  isAboutExtreme,
  isNested,
  withoutCalledAggregate,
  withoutNamedAggregate,
} from './extremes.ts'
import { countMost, countRows, findCounted } from './find-counted.ts'
import { findFilters } from './find-filters.ts'
import { findEntity, findGroups, isUngrouped } from './find-groups.ts'
import { findMeasures, isAdditive, isFlow, toAggregate } from './find-measures.ts'
import { findMoney } from './find-money.ts'
import { findWhole } from './find-whole.ts'
import { inLatestYear, isRepeatedTotal } from './latest-year.ts'
import { isNameOfRows, isSingleRow, labelOf, matchColumns, timeOf } from './match-columns.ts'
import { isBeyondPlans, isMisread } from './misreadings.ts'
import type { Filter, Measure, Plan } from './plan.ts'
import { planByDate } from './plan-by-date.ts'
import { asksForRows, isOfNamedRow, lineGrain, planValues, yearsOf } from './plan-lists.ts'
import {
  type Aggregate,
  asksPeriod,
  contentTokens,
  type Grain,
  type Question,
  SUPERLATIVE,
} from './read-question.ts'

const COMPANY = 5
const LOOKUP_ROWS = 20
const MANY_ROWS = 200

/** Turns a question about a table into a plan. Returns null when no interpretation makes sense. */
export function planQuery(asked: Question, table: Table): Plan | null {
  const question = withAskedAverage(withoutNamedAggregate(asked, table), table)
  const filters = findFilters(question, table)
  if (isBeyondPlans(question, table, filters)) return null
  const groups = findGroups(question, table)
  const entity = findEntity(question, table)
  const counted = question.aggregate === 'count' ? findCounted(question, table) : null
  if (counted === 'unknown' || isContradictory(filters) || isAboutExtreme(question, table)) return null
  const dates = findDates(question, table)
  const money = dates.length > 0 ? null : findMoney(question, table)
  if (money === 'unknown') return null
  const found = money === null ? findMeasures(question, table) : [money]
  const measures = dates.length > 0 ? dates : found
  const parts: AskedParts = { question, table, filters, groups, entity, counted, measures }
  const dated = planByDate(parts)
  if (dated === null && isFigureMissing(parts)) return null
  const figure = withoutCalledAggregate(parts)
  const ordered = dated === null ? null : draft(parts, 'rank', dated)
  const plan = ordered ?? planOverview(parts) ?? planRanking(parts) ?? planGroups(parts) ?? planScalar(figure)
  if (plan === null || isRepeatedTotal(plan) || isMisread(question, plan) || isUngrouped(question, plan))
    return null
  return inLatestYear(question, plan)
}

/** Whether no row can meet the conditions: 4 and 6 cylinders. */
function isContradictory(filters: readonly Filter[]): boolean {
  const equal = filters.filter((filter) => filter.kind === 'compare' && filter.operator === '=')
  return new Set(equal.map((filter) => filter.kind === 'compare' && filter.column)).size < equal.length
}

/**
 * Whether the question asks for a figure that the table does not have: "the longest runway" without lengths.
 * Counting rows answers only "most" and "fewest".
 */
function isFigureMissing({ question, measures, counted }: AskedParts): boolean {
  if (measures.length > 0 || counted !== null) return false
  return question.tokens.some(
    ({ word, use }) => use === null && SUPERLATIVE.test(word) && !COUNTING.test(word),
  )
}

const COUNTING = /^(?:most|least|fewest|top|bottom|leading)$/

/** Plans questions without a figure: some rows, the relation of two measures, a distribution. */
function planOverview(parts: AskedParts): Plan | null {
  const { question, measures, groups, entity } = parts
  if (question.isRowsWanted || asksForRows(parts)) return draft(parts, 'rows', { limit: question.limit ?? 5 })
  if (question.isRelation && measures.length >= 2) {
    const chart = question.chart === null || question.chart === 'any' ? 'scatter' : question.chart
    return draft(parts, 'relation', { measures: measures.slice(0, 2), chart })
  }
  const isSpread = question.isDistribution && groups.length === 0 && entity === null
  if (isSpread && measures[0] !== undefined)
    return draft(parts, 'distribution', { measures: measures.slice(0, 1), chart: 'bar' })
  return null
}

/** Plans rankings: "Which X has the most Y?", "the top five". */
function planRanking(parts: AskedParts): Plan | null {
  const { question, table, entity, groups, measures, counted } = parts
  const isAsked =
    entity !== null || question.limit !== null || (question.grain !== null && asksPeriod(question.text))
  const isDescending = question.isDescending ?? (question.limit !== null && measures.length > 0 ? true : null)
  if (!isAsked || isDescending === null) return null
  const limit = question.limit ?? COMPANY
  const isSingle = question.limit === 1 || (entity?.isSingle ?? question.limit === null)
  const order = { isDescending, limit, isSingle, hasShare: question.isShare }

  const column = entity === null ? (groups[0] ?? null) : entity.column
  const [measure] = measures
  // A day may have several rows, whose amounts add up.
  const isByDay = measure === undefined || question.aggregate !== null || isFlow(measure)
  if (entity?.kind === 'time' && measure !== undefined && !isByDay) {
    return draft(parts, 'rank', {
      ...order,
      label: entity.column,
      measures: [{ ...measure, aggregate: null }],
    })
  }
  const isByRow = entity === null ? groups.length === 0 && question.grain === null : entity.kind === 'label'
  // "The employees with the highest salary per department" are not those with the highest of all.
  if (isByRow && groups.length > 0) return null
  if (isByRow && measure !== undefined) {
    const label = entity?.column ?? (isOfDays(question, table) ? timeOf(table) : labelOf(table))
    // A signer's name does not name a transaction. A question for the largest fee needs no name.
    if (entity !== null && label !== null && !isNameOfRows(table, label)) return null
    return draft(parts, 'rank', { ...order, label, measures: [{ ...measure, aggregate: null }] })
  }
  const entityGrain = entity?.kind === 'time' ? 'day' : null
  const grain = entity === null ? question.grain : entityGrain
  const time = grain === null ? null : planTime(table, grain)
  if (column === null && time === null) return null
  const fallback = isAdditive(measure) ? 'sum' : extreme(isDescending)
  const grouped =
    measure === undefined
      ? (counted ?? countMost(question, { table, column }))
      : { ...measure, aggregate: question.aggregate ?? measure.aggregate ?? fallback }
  if (grouped === null) return null
  return draft(parts, 'groups', {
    ...order,
    groups: time === null && column !== null ? [column] : [],
    time,
    measures: [toAggregate(grouped, 'avg')],
  })
}

/** Whether the question asks for days, and each row has one. */
function isOfDays({ tokens }: Question, table: Table): boolean {
  return tokens.some((token) => token.stem === 'day') && timeOf(table)?.kind === 'date'
}

/** Plans groups: "by X", "per month", "over time", "A against B". */
function planGroups(parts: AskedParts): Plan | null {
  const { question, table, counted, measures } = parts
  const groups = [...parts.groups, ...comparedColumns(parts)]
  // A chart of many lines over many months is not readable.
  const usual = groups.length > 0 && (table.rowCount ?? 0) > MANY_ROWS ? 'year' : 'month'
  const grain = lineGrain(parts) ?? question.grain ?? yearsOf(parts) ?? (question.isOverTime ? usual : null)
  const time = grain === null ? null : planTime(table, grain)
  const entity =
    parts.entity?.kind === 'category' && groups.length === 0 && time === null ? [parts.entity.column] : []
  const isByEntity = question.isShare || question.isDistribution || question.aggregate !== null
  if (isByEntity) groups.push(...entity)
  if (question.isDistribution || (question.isShare && groups.length === 0))
    groups.push(...spreadColumns(parts, groups))
  if (groups.length === 0 && time === null) return null
  // A share of averages has no meaning.
  if (question.isShare && measures[0] !== undefined && !isAdditive(measures[0])) return null
  const fallback = (measure: Measure) => superlative(question) ?? (isAdditive(measure) ? 'sum' : 'avg')
  const wanted = counted !== null || measures.length === 0 ? [counted ?? countRows(table)] : measures
  return draft(parts, 'groups', {
    groups: groups.slice(0, 2),
    time,
    measures: wanted
      .slice(0, 3)
      .map((measure) =>
        toAggregate({ ...measure, aggregate: measure.aggregate ?? question.aggregate }, fallback(measure)),
      ),
    isDescending: time === null ? question.isDescending : null,
    limit: question.limit,
    hasShare: question.isShare,
  })
}

/** Plans one number, or the few rows that meet the conditions. */
function planScalar(parts: AskedParts): Plan | null {
  const { question, table, counted, measures, filters } = parts
  const isPart =
    question.isShare &&
    filters.some(({ kind }) => kind === 'in' || kind === 'flag' || kind === 'name' || kind === 'compare')
  const whole = isPart ? findWhole(question, table, filters) : []
  if (whole === null) return null
  if (isPart)
    return draft(parts, 'share', {
      whole,
      measures: measures[0] === undefined ? [countRows(parts.table)] : [toAggregate(measures[0], 'sum')],
    })
  const isSummed = counted?.aggregate === 'sum'
  const isFilled = /\b(?:with|have|has|having|had) (?:an? )?\p{L}/iu.test(question.text)
  if (counted !== null && (measures.length === 0 || isSummed || !isFilled))
    return draft(parts, 'scalar', { measures: [counted] })
  // Several rows may meet the conditions, and their amounts add up. A name may be that of one row, or of many.
  const isGuess = filters.some((filter) => filter.kind === 'name' && filter.columns.length > 1)
  const isSum = measures[0]?.aggregate === 'sum' || (filters.length > 0 && isAdditive(measures[0]))
  const summed = isSum && !isGuess ? 'sum' : null
  const isAsItIs = isSingleRow(table) && filters.length === 0
  const aggregate =
    isAsItIs || isOfNamedRow(parts) ? null : (question.aggregate ?? superlative(question) ?? summed)
  if (superlative(question) !== null && (measures.length > 1 || isNested(question))) return null
  if (measures.length > 0 && aggregate !== null) {
    return draft(parts, 'scalar', { measures: measures.map((measure) => toAggregate(measure, aggregate)) })
  }
  const label = labelOf(table)
  const isListed =
    measures.length === 0 && filters.length > 0 && parts.entity?.kind === 'label' && label !== null
  const details = { label, limit: question.limit ?? LOOKUP_ROWS, time: planTime(table, 'day') }
  if (isListed) return draft(parts, 'lookup', details)
  if (measures.length > 0 && (filters.length > 0 || isSingleRow(table)))
    return draft(parts, 'lookup', {
      ...details,
      measures: measures.map((measure) => ({ ...measure, aggregate: null })),
    })
  const [first] = measures
  if (first !== undefined) {
    const summary = (['avg', 'min', 'max'] as const).map((aggregate) => ({ ...first, aggregate }))
    return draft(parts, 'scalar', { measures: summary })
  }
  if (parts.entity?.kind === 'category' && filters.length > 0) {
    return draft(parts, 'groups', { groups: [parts.entity.column], measures: [countRows(table)] })
  }
  return filters.length > 0 ? draft(parts, 'rows', { limit: LOOKUP_ROWS }) : planValues(parts)
}

function comparedColumns({ filters, groups }: AskedParts): Column[] {
  return filters.flatMap((filter) =>
    filter.kind === 'in' && filter.values.length > 1 && !groups.includes(filter.column)
      ? [filter.column]
      : [],
  )
}

function spreadColumns({ question, table }: AskedParts, groups: readonly Column[]): Column[] {
  if (groups.length > 0) return []
  const texts = table.columns.filter(({ kind }) => kind === 'text' || kind === 'boolean')
  const found = matchColumns(
    texts,
    contentTokens(question.tokens).map((token) => token.stem),
  )[0]
  return found === undefined ? [] : [found.column]
}

function planTime(table: Table, grain: Grain): Plan['time'] {
  const column = timeOf(table)
  if (column === null) return null
  return { column, grain: column.kind === 'year' ? 'year' : grain }
}

function superlative({ isDescending }: Question): Aggregate | null {
  return isDescending === null ? null : extreme(isDescending)
}

function extreme(isDescending: boolean): Aggregate {
  return isDescending ? 'max' : 'min'
}
