import { isStock } from './find-measures.ts'
import { isSingleRow, timeOf } from './match-columns.ts'
import type { Plan } from './plan.ts'
import type { Aggregate, Question } from './read-question.ts'
import { toWords } from './words.ts'

/**
 * Whether the plan adds up a stock over several dates, which has no meaning, or takes another figure over a whole
 * history although the question may mean the present.
 */
export function isRepeatedTotal({ table, measures, time, filters }: Plan): boolean {
  const column = timeOf(table)
  const isDated = (column?.kind === 'date' || column?.kind === 'text-date') && !isOfOneEvent(column.name)
  const isHistory = /\bover time\b/i.test(table.description)
  const isRepeated = (aggregate: Aggregate | null) => aggregate === 'sum' || (isHistory && aggregate !== null)
  const isEnd = (aggregate: Aggregate | null) =>
    /history/i.test(table.name) && (aggregate === 'max' || aggregate === 'min')
  const isSummed = measures.some(
    (measure) => isEnd(measure.aggregate) || (isRepeated(measure.aggregate) && isStock(measure)),
  )
  return (
    isDated && isSummed && time === null && !isSingleRow(table) && !filters.some((f) => f.kind === 'years')
  )
}

/** Whether a date says when something happened once, such as `launched`, and not at what time a row was true. */
function isOfOneEvent(name: string): boolean {
  const words = toWords(name)
  return words.length === 1 && /ed$/.test(words[0] ?? '')
}

/** Limits a ranking or a total of a stock to the latest year, because the rows of each year repeat it. */
export function inLatestYear(question: Question, plan: Plan): Plan {
  const { table, measures, filters, time } = plan
  const column = timeOf(table)
  const [measure] = measures
  const isRepeated = column?.kind === 'year' && table.columns.some(({ kind }) => kind === 'text')
  const isOpen =
    time === null && !filters.some(({ kind }) => kind === 'years') && !/\bever\b/i.test(question.text)
  const isRanked = plan.isDescending !== null && plan.limit !== null
  const isTotal = measure?.aggregate === 'sum' && isStock(measure)
  const isFigure = measure !== undefined && measure.columns.length > 0 && (isRanked || isTotal)
  if (!isRepeated || !isOpen || !isFigure || column === null) return plan
  return { ...plan, filters: [...filters, { kind: 'newest', column }] }
}
