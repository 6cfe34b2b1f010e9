import { type Column, isDateColumn, isYesNo } from './catalog.ts'
import { HINTS, isAmount, isFlow } from './find-measures.ts'
import { isUnits } from './find-money.ts'
import { figuresOf, isRowNoun, matchColumns, ownNumber } from './match-columns.ts'
import type { Measure, Plan } from './plan.ts'
import { countedNoun, namesTwoYears, type Question } from './read-question.ts'
import { likeness, stem } from './words.ts'

/**
 * Whether a plan counts other things than the question: rows instead of years, "yes" and "no" instead of people,
 * regions with one large sale instead of regions that sold much, or days with 0 mm as days with precipitation.
 */
export function isMiscounted(question: Question, plan: Plan): boolean {
  const { text, aggregate, tokens } = question
  const { measures, filters, kind, table } = plan
  const counts = measures.filter((measure) => measure.aggregate === 'count')
  const isOfOthers = aggregate === 'count' && kind === 'scalar' && counts.length > 0
  const isPerRow = tokens.some(
    ({ word }, at) => word === 'per' && isRowNoun(table, tokens[at + 1]?.stem ?? ''),
  )
  const isOfSums = filters.some(
    (filter) => filter.kind === 'compare' && isFlow({ ...ROWS, columns: [filter.column] }),
  )
  return (
    (isOfOthers && (PERIODS.test(text) || isPerRow)) ||
    isCountOfRoot(question, plan) ||
    isCountOfSold(question, plan) ||
    counts.some(
      ({ isDistinct, columns }) =>
        isDistinct && (columns.some(isYesNo) || (isOfSums && !columns.some(isDateColumn))),
    ) ||
    counts.some(({ isDistinct, columns }) => !isDistinct && columns.some(holdsZero))
  )
}

const ROWS: Measure = { name: '', columns: [], aggregate: null, isDistinct: false }
const PERIODS =
  /\b(?:how many|number of)\s+(?:different\s+)?(?:years|months|quarters|weeks|decades|hours|minutes)\b/i

/** Whether rows are counted where the table says how many were sold in each: "who ordered the most laptops". */
function isCountOfSold({ text }: Question, { table, measures, isDescending }: Plan): boolean {
  const isRowCount = measures.every(({ columns }) => columns.length === 0)
  return isRowCount && isDescending !== null && TRADED.test(text) && figuresOf(table).some(isUnits)
}

const TRADED = /\b(?:order(?:ed|s)?|buys?|bought|purchased?|sold|sells?)\b.*\b(?:most|fewest|least)\b \p{L}/iu

/** Whether things are counted by a figure that shares only their root: "delegations above 5" are not delegated amounts. */
function isCountOfRoot({ tokens }: Question, { table, filters }: Plan): boolean {
  const noun = countedNoun(tokens)
  if (noun === undefined || isRowNoun(table, noun.stem)) return false
  const alike = filters.flatMap((filter) =>
    filter.kind === 'compare' ? filter.column.stems.map((own) => likeness(own, noun.stem)) : [],
  )
  return alike.some((one) => one > 0) && Math.max(...alike) < SAME_MEANING
}

/** The likeness of words with one meaning. Words of one root only have less. */
const SAME_MEANING = 0.9

/** Whether a figure is 0 where there is none of it: no precipitation, no discount. */
function holdsZero(column: Column): boolean {
  return column.kind === 'number' && column.samples.some((value) => Number(value) === 0)
}

/**
 * Whether a plan groups by a figure or by the number of each row, adds up rates, takes the shares of groups after
 * conditions left out rows, or takes a figure of other rows than the question means.
 */
export function isMisgrouped(question: Question, plan: Plan): boolean {
  const { kind, measures, filters, groups, hasShare, table } = plan
  const isSumOfRates = (measure: Measure) =>
    measure.aggregate === 'sum' &&
    measure.columns.some(({ stems, unit }) => unit === '%' || stems.some((own) => RATES.includes(own)))
  const isRowCount = measures.every(({ columns }) => columns.length === 0)
  const isByRow = isRowCount && groups.some((column) => column === ownNumber(table))
  const isByFigure = groups.some(
    (group) => isAmount(group) || measures.some(({ columns }) => columns.includes(group)),
  )
  const isPartShared = kind === 'groups' && hasShare && filters.some((filter) => filter.kind !== 'years')
  return (
    isByFigure ||
    isByRow ||
    isPartShared ||
    measures.some(isSumOfRates) ||
    measures.some((measure) => isPartOfRate(measure, question)) ||
    isOfUnlimited(question, plan) ||
    isHalfLimited(question, plan) ||
    isUntimed(question, plan) ||
    isAverageOfRows(question, plan) ||
    isOfOtherFigure(question, plan) ||
    isByRows(question, plan)
  )
}

/** Whether the question names only what a rate is of: "the smallest delegation" is not the smallest delegation fee rate. */
function isPartOfRate({ columns, aggregate }: Measure, { tokens }: Question): boolean {
  const isNamed = (own: string) => tokens.some((token) => likeness(own, token.stem) > 0)
  return (
    aggregate !== 'count' &&
    columns.some(
      ({ stems: [first = '', ...others] }) =>
        others.length > 1 && RATES.includes(others.at(-1) ?? '') && isNamed(first) && !others.some(isNamed),
    )
  )
}

/** "With a discount", and "with email" at the end of a question or before a word such as "in". */
const WITH =
  /\b(?:with|have|has|had|having) (?:(?:an?|any|some) (?=\p{L})|(?=\p{L}+(?:\s*[?.!,]?\s*$|\s+(?:in|from|for|of|and|or|on|at|per|by)\b)))(\p{L}+)/iu

/** Whether "with a discount" names a column that limits no rows and is not counted. */
function isOfUnlimited({ text }: Question, { table, filters, measures }: Plan): boolean {
  const [, word = ''] = WITH.exec(text) ?? []
  const named = table.columns.filter(({ stems }) => stems.includes(stem(word.toLowerCase())))
  const isUsed = (column: Column) =>
    filters.some((filter) =>
      'column' in filter ? filter.column === column : filter.columns.includes(column),
    ) || measures.some(({ columns, aggregate }) => aggregate === 'count' && columns.includes(column))
  return named.length > 0 && !named.some(isUsed)
}

/** Whether the question names another value of a column that limits the rows, and the plan does not use that value. */
function isHalfLimited({ tokens }: Question, { filters }: Plan): boolean {
  const free = tokens.filter(({ use }) => use === null).map((token) => token.stem)
  return filters.some(
    (filter) =>
      filter.kind === 'in' && filter.column.samples.some((value) => free.includes(stem(value.toLowerCase()))),
  )
}

/** Whether the question asks for each year or month but the plan gives one figure, or it asks for both at once. */
function isUntimed({ text }: Question, { kind, time, filters }: Plan): boolean {
  const isOfYears = namesTwoYears(text) && filters.some(({ kind }) => kind === 'years')
  const isOfAll =
    (EACH_PERIOD.test(text) && time === null) || (isOfYears && (time === null || kind === 'lookup'))
  return isOfAll || TWO_PERIODS.test(text)
}

const TWO_PERIODS =
  /\b(?:years?|quarters?|months?|weeks?|days?) and (?:years?|quarters?|months?|weeks?|days?)\b/i

const EACH_PERIOD =
  /\b(?:per|by|each|every)\s+(?:calendar\s+|\p{L}+\s+and\s+)?(?:year|quarter|month|week|day|hour)s?\b/iu

/** Whether the question asks for an average number of rows: "average tracks per album". */
function isAverageOfRows({ tokens, aggregate }: Question, { table, measures }: Plan): boolean {
  const isCounted = tokens.some(
    ({ word, stem: noun }, at) =>
      word !== noun &&
      isRowNoun(table, noun) &&
      tokens[at + 1]?.word === 'per' &&
      /^(?:average|mean|median|avg)$/.test(tokens[at - 1]?.word ?? ''),
  )
  return isCounted && aggregate !== 'count' && measures.some(({ columns }) => columns.length > 0)
}

/** Whether a superlative means another figure than that of the plan: the windiest days are not those with most rain. */
function isOfOtherFigure({ tokens }: Question, { table, measures }: Plan): boolean {
  const hints = tokens.flatMap(({ word, use }) => (use === 'figure' ? [] : (HINTS.get(word) ?? [])))
  const meant = matchColumns(figuresOf(table), hints).map(({ column }) => column)
  const columns = measures.flatMap((measure) => measure.columns)
  return meant.length > 0 && columns.length > 0 && !columns.some((column) => meant.includes(column))
}

/** Whether the plan answers "by validator" with one figure of all rows. */
function isByRows({ tokens }: Question, { kind, table }: Plan): boolean {
  const isNext = (at: number) => tokens[at + 1]?.use === null && isRowNoun(table, tokens[at + 1]?.stem ?? '')
  return kind === 'scalar' && tokens.some(({ word }, at) => word === 'by' && isNext(at))
}

const RATES = ['rate', 'ratio', 'rating', 'average'].map(stem)
