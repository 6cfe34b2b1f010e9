import type { Table } from './catalog.ts'
import { isAmount } from './find-measures.ts'
import { matchColumns } from './match-columns.ts'
import type { Filter, Plan } from './plan.ts'
import type { Question } from './read-question.ts'

/**
 * Whether the question asks for what no plan gives: a difference ("by how much did it grow"), the lowest of highest values,
 * a rate of two figures ("the revenue per unit"), or one share of several values ("the share of comedies or dramas").
 */
export function isBeyondPlans(question: Question, table: Table, filters: readonly Filter[]): boolean {
  const isSeveral = filters.some((filter) => filter.kind === 'in' && filter.values.length > 1)
  const isShareOfSeveral = question.isShare && (isSeveral || /\bamong\b/i.test(question.text))
  return (
    DIFFERENCE.test(question.text) ||
    OPPOSITES.test(question.text) ||
    isShareOfSeveral ||
    isRateOfFigures(question, table)
  )
}

const DIFFERENCE =
  /\bby how (?:much|many)\b|\bhow (?:much|many)\b.*\b(?:gr[eo]w|grown|rise|rose|fall|fell|gain|lose|lost|increased?|decreased?|changed?|drop|dropped|differ)\b/i

/** "The lowest maximum temperature" has two ends of one figure. */
const OPPOSITES =
  /\b(?:lowest|smallest|least|minimum|min)\s+(?:highest|maximum|max)\b|\b(?:highest|largest|greatest|maximum|max)\s+(?:lowest|minimum|min)\b/i

function isRateOfFigures({ tokens }: Question, table: Table): boolean {
  const amounts = table.columns.filter(isAmount)
  return tokens.some(({ stem: word }, at) => {
    const [found] = tokens[at - 1]?.word === 'per' ? matchColumns(amounts, [word]) : []
    return found !== undefined && found.coverage >= NAMED
  })
}

const NAMED = 0.9

/**
 * Whether the plan answers another question: one figure of all rows where the question asks which row it is, a number of
 * rows where it asks for a figure, a sum of several currencies, or two figures whose names share the words of one.
 */
export function isMisread({ text, aggregate, isShare, isDistribution, isDescending }: Question, plan: Plan) {
  const { kind, measures } = plan
  if (kind === 'scalar' && /\b(?:which|who)\s+(?!is\b|are\b|was\b|were\b)/i.test(text)) return true
  const isRowCount = measures.length > 0 && measures.every(({ columns }) => columns.length === 0)
  const isCountAsked = aggregate !== null || isShare || isDistribution || isDescending !== null
  if (isRowCount && !isCountAsked && /^\s*what(?:'s|\s+(?:is|was|are|were))\b/i.test(text)) return true
  if (isOfMixedUnits(plan)) return true
  const figures = new Set(measures.flatMap(({ columns }) => columns))
  return figures.size > 1 && measures.length > 1 && kind === 'scalar' && !SEVERAL.test(text)
}

/** Whether one figure adds up amounts of several currencies, which the table keeps in one column. */
function isOfMixedUnits({ kind, measures, table, filters }: Plan): boolean {
  const currency = table.columns.find(({ name }) =>
    /^(?:asset|currency)(?:[ _](?:symbol|code|id))?$/i.test(name),
  )
  const isFixed = filters.some((filter) => filter.kind === 'in' && filter.column === currency)
  const isAdded = measures.some(
    ({ columns, aggregate }) =>
      /^(?:sum|avg|median)$/.test(aggregate ?? '') && columns.some(({ unit }) => unit === ''),
  )
  return kind === 'scalar' && currency !== undefined && !isFixed && isAdded
}

/** Words that ask for more than one figure. */
const SEVERAL = /,|&|\b(?:and|or|vs|versus|compared?|against|between|to)\b/i
