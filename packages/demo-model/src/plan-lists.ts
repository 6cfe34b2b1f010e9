import { type AskedParts, draft } from './draft-plan.ts'
import { countRows } from './find-counted.ts'
import { isAdditive, isFlow } from './find-measures.ts'
import { coveredBy, isRowNoun, labelOf, timeOf } from './match-columns.ts'
import type { Plan } from './plan.ts'
import { type Grain, namesTwoYears } from './read-question.ts'
import { stem } from './words.ts'

const SHOW_ROWS =
  /^\W*(?:(?:please|can you|could you)\s+)*(?:show|list|give|display)\s+(?:me\s+)?(?:(?:some|a few|all|all the|the)\s+)?(\p{L}+)\W*$/iu

/** Whether a question asks for the rows themselves: "Show me some movies". Marks the "some" as used. */
export function asksForRows({ question, table, filters }: AskedParts): boolean {
  const [, noun = ''] = SHOW_ROWS.exec(question.text) ?? []
  if (noun === '' || filters.length > 0 || !isRowNoun(table, stem(noun))) return false
  for (const token of question.tokens) if (/^(?:some|few)$/.test(token.word)) token.use = 'order'
  return true
}

const LISTS = /^\W*(?:list|show|name|what are|which)\b/i

/** Plans the values of a column, with their number of rows: "List all products", "Which departments exist?" */
export function planValues(parts: AskedParts): Plan | null {
  const { question, table, entity, measures } = parts
  const isList =
    LISTS.test(question.text) &&
    question.aggregate === null &&
    question.isDescending === null &&
    measures.length === 0
  if (!isList || entity === null || entity.kind === 'time') return null
  const { column } = entity
  const isSeveral = question.tokens.some(
    ({ stem: own, word }) => own !== word && column !== null && coveredBy(column, own),
  )
  if (column === null || column.kind !== 'text' || !isSeveral) return null
  return draft(parts, 'groups', { groups: [column], measures: [countRows(table)] })
}

/**
 * Returns the months of each year for a line chart of amounts by month, because a line of months that add up several years
 * looks like a development. Null for other questions.
 */
export function lineGrain({ question, table, measures, counted }: AskedParts): Grain | null {
  const { chart, grain, aggregate } = question
  const isAdded = counted !== null || measures.length === 0 || measures.every(isFlow)
  const isSum = isAdded && (aggregate === null || aggregate === 'sum' || aggregate === 'count')
  const years = (timeOf(table)?.samples ?? []).map((value) => /\b(?:1[4-9]|20|21)\d\d\b/.exec(value)?.[0])
  return chart === 'line' && grain === 'calendar-month' && isSum && new Set(years).size > 1 ? 'month' : null
}

/**
 * Returns the time step of a question that names two years, so that each has its figure: "sales in 2023 and 2024". Null
 * for others, and for values that do not add up where the question says no other figure of a year, such as the mean.
 */
export function yearsOf({ question, filters, measures }: AskedParts): Grain | null {
  const { text, aggregate, isDescending } = question
  const isSaid =
    aggregate !== null ||
    isDescending !== null ||
    measures.every((measure) => measure.aggregate !== null || isAdditive(measure))
  return isSaid && namesTwoYears(text) && filters.some(({ kind }) => kind === 'years') ? 'year' : null
}

/**
 * Whether "how much" asks for a figure of the row with a name, and not for a sum: two people of one name have a salary
 * each.
 */
export function isOfNamedRow({ question, table, measures, filters }: AskedParts): boolean {
  const label = labelOf(table)
  const isNamed = filters.some((filter) =>
    filter.kind === 'in'
      ? filter.column === label
      : filter.kind === 'name' && filter.columns.length === 1 && filter.columns[0] === label,
  )
  return /\bhow much\b/i.test(question.text) && isNamed && !isAdditive(measures[0])
}
