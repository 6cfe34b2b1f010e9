import { isDateColumn, isYesNo } from './catalog.ts'
import { MONTHS } from './find-periods.ts'
import type { Filter, Measure, Plan } from './plan.ts'
import type { Aggregate } from './read-question.ts'
import { toLabel } from './words.ts'

const WORDS: Readonly<Record<Aggregate, string>> = {
  avg: 'average',
  sum: 'total',
  max: 'highest',
  min: 'lowest',
  median: 'median',
  count: 'number of',
}
const OPERATORS = { '>': 'over', '>=': 'at least', '<': 'under', '<=': 'at most', '=': '' } as const

/** Describes a measure in words: "average maximum temperature". */
export function describeMeasure({ name, aggregate, columns, isDistinct }: Measure): string {
  if (columns.length === 0 || isDistinct || aggregate === null) return name
  if (aggregate === 'count') return `number of rows with any value of ${name}`
  const isDate = columns.some(isDateColumn)
  if (isDate && aggregate === 'max') return `latest ${name}`
  if (isDate && aggregate === 'min') return `earliest ${name}`
  const word = WORDS[aggregate]
  const isSaid =
    name.startsWith(word) ||
    (aggregate === 'max' && name.startsWith('maximum')) ||
    (aggregate === 'min' && name.startsWith('minimum'))
  return isSaid ? name : `${word} ${name}`
}

/** Describes the conditions in words, with a leading space. Returns an empty text without conditions. */
export function describeFilters(filters: readonly Filter[]): string {
  return filters.map((filter) => ` ${describeFilter(filter)}`).join('')
}

/** Returns the title of a plan: its measures, groups and conditions. */
export function describePlan(plan: Plan): string {
  const measures = plan.measures.map(describeMeasure).join(plan.kind === 'relation' ? ' and ' : ', ')
  const by = [
    ...(plan.time === null || plan.kind === 'lookup' ? [] : [grainWord(plan)]),
    ...plan.groups.map(({ name }) => toLabel(name)),
  ]
  const name = plan.kind === 'distribution' ? `distribution of ${measures}` : measures
  const text = `${name}${by.length === 0 ? '' : ` by ${by.join(' and ')}`}${describeFilters(plan.filters)}`
  return text.charAt(0).toUpperCase() + text.slice(1)
}

/** Returns the word for the plan's time step, such as month. */
export function grainWord(plan: Plan): string {
  const grain = plan.time?.grain ?? 'day'
  return grain === 'calendar-month' ? 'month' : grain
}

function describeFilter(filter: Filter): string {
  if (filter.kind === 'in')
    return `for ${isYesNo(filter.column) ? `${toLabel(filter.column.name)} ` : ''}${filter.values.join(', ')}`
  if (filter.kind === 'name') return `for ${filter.value}`
  if (filter.kind === 'flag') {
    const quality = toLabel(filter.column.name).replace(/^(?:is|has) /, '')
    return filter.isTrue ? `(${quality})` : `(not ${quality})`
  }
  if (filter.kind === 'newest') return `in the latest ${toLabel(filter.column.name)}`
  if (filter.kind === 'missing') return `without ${toLabel(filter.column.name)}`
  if (filter.kind === 'months') return describeMonths(filter.months)
  if (filter.kind === 'compare') {
    return `with ${toLabel(filter.column.name)} ${OPERATORS[filter.operator]} ${filter.value}`.replaceAll(
      / +/g,
      ' ',
    )
  }
  if (filter.from === filter.to) return `${filter.kind === 'dates' ? 'on' : 'in'} ${filter.from}`
  if (filter.from === null) return `until ${filter.to}`
  return filter.to === null ? `since ${filter.from}` : `from ${filter.from} to ${filter.to}`
}

function describeMonths(months: readonly number[]): string {
  const [first = '', last = ''] = [months[0], months.at(-1)].map((month = 1) => MONTHS[month - 1])
  return months.length === 1 ? `in ${first}` : `from ${first} to ${last}`
}
