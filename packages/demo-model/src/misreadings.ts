import { BOUND_BEHIND_OR } from './bound-of.ts'
import { type Column, isDateColumn, type Table } from './catalog.ts'
import { AGGREGATE, columnsBehind } from './extremes.ts'
import { isRowCount } from './find-counted.ts'
import { isAdditive, isAmount, isAmountWord } from './find-measures.ts'
import { coveredBy, figuresOf, matchColumns, PEOPLE } from './match-columns.ts'
import { isMiscounted, isMisgrouped } from './misgroupings.ts'
import type { Filter, Plan } from './plan.ts'
import { contentTokens, type Question, SUPERLATIVE } from './read-question.ts'
import { isPastOf, likeness, stem, toWords } from './words.ts'

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
    SECOND_QUESTION.test(question.text) ||
    PART_OF_NAME.test(question.text) ||
    REPEATED.test(question.text) ||
    MOST_OF_NUMBER.test(question.text) ||
    isShareOfSeveral ||
    isEither(question, filters) ||
    isBoundOfTwo(question, table) ||
    isListOfNames(question, filters) ||
    isRateOfFigures(question, table)
  )
}

const DIFFERENCE =
  /\bby how (?:much|many)\b|\bhow (?:much|many)\b.*\b(?:gr[eo]w|grown|rise|rose|fall|fell|gain|lose|lost|increased?|decreased?|changed?|drop|dropped|differ)\b/i

/** "The lowest maximum temperature" has two ends of one figure. */
const OPPOSITES =
  /\b(?:lowest|smallest|least|minimum|min)\s+(?:highest|maximum|max)\b|\b(?:highest|largest|greatest|maximum|max)\s+(?:lowest|minimum|min)\b/i

/** "The fewest 8 cylinder cars" limits the rows that are counted. */
const MOST_OF_NUMBER = /\b(?:most|fewest)\s+\d+[\s-]\p{L}+\s+\p{L}+/iu

/** "The highest score and who has it" asks twice. */
const SECOND_QUESTION = /\band (?:where|when|who|why)\b/i

/** "International in their name" and "names that start with A" are parts of a text, and plans compare whole texts. */
const PART_OF_NAME =
  /\bin (?:its|their|the) (?:names?|titles?)\b|\b(?:start|begin|end)(?:s|ning|ing)? (?:with|in)\b|\bcontain(?:s|ing)?\b/i

/** "Employees with the same name" and "duplicate orders" are found by comparing rows with each other. */
const REPEATED =
  /\b(?:has|have|had|having|with|share|shares|shared|of|in|on|at) the same \p{L}+|\bduplicate(?:s|d)?\b|\bmore than once\b/iu

/** Whether "or" joins two conditions, which a plan would all require: "in Porto or with a garden". */
function isEither({ text }: Question, filters: readonly Filter[]): boolean {
  const alternatives = filters.map((filter) => (filter.kind === 'in' ? filter.values.length - 1 : 0))
  const joined = alternatives.reduce((sum, count) => sum + count, 0)
  const count = text.match(EITHER)?.length ?? 0
  return filters.length > 1 && count > joined
}

/** Not the "or" of a bound: "3 or more", "on or after 1 June". */
const EITHER = new RegExp(
  String.raw`\bor\b(?!${BOUND_BEHIND_OR})(?!\s+(?:later|earlier|newer|after|before|onwards)\b)`,
  'gi',
)

/** Whether one number bounds two figures, where a plan bounds the first one: "at least 90 in maths and reading". */
function isBoundOfTwo({ text }: Question, table: Table): boolean {
  const [, first = '', second = ''] = BOUND_OF_TWO.exec(text) ?? []
  const isFigure = (word: string) =>
    figuresOf(table).some((column) => coveredBy(column, stem(word.toLowerCase())))
  return second !== '' && isFigure(first) && isFigure(second)
}

const BOUND_OF_TWO = /\d\s+(?:or\s+\p{L}+\s+)?(?:in|for|of)\s+(?:both\s+)?(\p{L}+)\s+and\s+(\p{L}+)/iu

/** Whether the question lists names that no column is known to hold: a plan would want all of them in one row. */
function isListOfNames({ text }: Question, filters: readonly Filter[]): boolean {
  const names = filters.flatMap((filter) =>
    filter.kind === 'name' && filter.columns.length > 1 ? [filter.value] : [],
  )
  return (
    names.length > 1 &&
    names.some((name) => /^(?:,|\s+(?:and|or|vs|versus)\b)/i.test(text.split(name)[1] ?? ''))
  )
}

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
export function isMisread(question: Question, plan: Plan) {
  const { text, aggregate, isShare, isDistribution, isDescending } = question
  const { kind, measures } = plan
  if (isOfOtherDate(question, plan) || isOtherFigure(question, plan) || isAmountAsValue(question, plan))
    return true
  if (isAmountOfValue(question, plan)) return true
  if (isYesOrNo(text) && kind !== 'relation') return true
  if (/^\s*who\b/i.test(text) && !isOfPeople(plan)) return true
  if (kind === 'scalar' && aggregate === null && /\b(?:types|kinds|sorts)\b/i.test(text)) return true
  if (isFigureOfPeriods(text, plan) || isOtherExtreme(text, plan) || isOpenCondition(question)) return true
  if (isMiscounted(question, plan) || isMisgrouped(question, plan)) return true
  if (kind === 'scalar' && /\b(?:which|who)\s+(?!is\b|are\b|was\b|were\b)/i.test(text)) return true
  const isCount = measures.length > 0 && measures.every(isRowCount)
  if ((isCount && isAlsoAmount(question, plan)) || isValueOfAmount(question, plan)) return true
  const isCountAsked = aggregate !== null || isShare || isDistribution || isDescending !== null
  if (isCount && isBareComparison(question)) return true
  const isList = kind === 'groups' && plan.filters.length === 0 && /^\s*what are\b/i.test(text)
  if (isCount && !isCountAsked && !isList && /^\s*what(?:'s|\s+(?:is|was|are|were))\b/i.test(text))
    return true
  if (isOfMixedUnits(plan)) return true
  const figures = new Set(measures.flatMap(({ columns }) => columns))
  return figures.size > 1 && measures.length > 1 && kind === 'scalar' && !SEVERAL.test(text)
}

/**
 * Whether the column named behind "total" or "lowest" is not the figure of the plan, and no word names that figure: "the
 * lowest hire date" of a table that keeps the dates as text.
 */
function isOtherFigure({ tokens }: Question, { measures, table, groups, label }: Plan): boolean {
  const figures = measures.flatMap(({ columns }) => columns)
  const isNamed = tokens.some(({ stem: word }) => figures.some((column) => coveredBy(column, word)))
  if (figures.length === 0 || isNamed) return false
  return tokens.some(({ word }, at) => {
    if (!AGGREGATE.test(word) && !SUPERLATIVE.test(word)) return false
    // "The cheapest product" is about the price that ranks the products.
    const wanted = columnsBehind(tokens, at, table.columns).filter(
      (column) => !groups.includes(column) && column !== label,
    )
    return wanted.length > 0 && !wanted.some((column) => figures.includes(column))
  })
}

/** Whether rows are counted where the question begins with an amount, which is a value too: "sales by month". */
function isAmountAsValue({ tokens: [first], aggregate }: Question, { measures }: Plan): boolean {
  const isRowCount = measures.every(({ columns }) => columns.length === 0)
  return isRowCount && aggregate === null && first?.use === 'filter' && isAmountWord(first.stem)
}

/** "The minimum of the temperatures" asks for that extreme, also where it is part of a column's name. */
function isOtherExtreme(text: string, { measures }: Plan): boolean {
  const isAsked = /\b(?:minimum|maximum|min|max|highest|lowest) of\b/i.test(text)
  return isAsked && !measures.some(({ aggregate }) => aggregate === 'max' || aggregate === 'min')
}

/** Whether "when it rains" limits the rows and no condition represents it. */
function isOpenCondition({ tokens }: Question): boolean {
  return tokens.some(
    ({ word }, at) =>
      word === 'when' && at > 0 && tokens[at + 1]?.word === 'it' && tokens[at + 2]?.use !== 'filter',
  )
}

/** Whether "how much" asks for an amount of a value and no word names the figure: "How much CHN is there?" */
function isAmountOfValue({ tokens }: Question, { measures, filters }: Plan): boolean {
  const figures = measures.flatMap(({ columns }) => columns)
  const isNamed = tokens.some(
    ({ stem: word, use }) => use === 'figure' || figures.some((column) => coveredBy(column, word)),
  )
  const isValue = filters.some(({ kind }) => kind === 'in' || kind === 'name')
  return (
    !isNamed &&
    isValue &&
    tokens.some(
      ({ use }, at) => use === 'filter' && tokens[at - 1]?.word === 'much' && tokens[at - 2]?.word === 'how',
    )
  )
}

/** Whether "Compare Oslo and Rome" names no figure to compare. */
function isBareComparison({ text, aggregate, tokens }: Question): boolean {
  const isBare = contentTokens(tokens).every(({ use }) => use !== null)
  return /^\W*compare\b/i.test(text) && aggregate === null && isBare
}

/** Whether the verb after "it" may also mean an amount: days with the weather "rain", or with an amount of rain. */
function isAlsoAmount({ tokens }: Question, { table }: Plan): boolean {
  return tokens.some(
    ({ stem: word }, at) =>
      tokens[at - 1]?.word === 'it' && figuresOf(table).some((column) => coveredBy(column, word)),
  )
}

/** Whether the question asks what an amount is worth: "the total stock value" is no number of things. */
function isValueOfAmount({ tokens }: Question, { measures }: Plan): boolean {
  const figures = measures.flatMap(({ columns }) => columns)
  return tokens.some(({ word }, at) => {
    // "The stock value", and "the value of the stock".
    const behind = tokens[at + 1]?.word === 'of' ? tokens.slice(at + 2, at + 4) : []
    const near = [tokens[at - 1], ...behind].map((token) => token?.stem ?? '')
    const isOfFigure =
      /^(?:value|worth)$/.test(word) && figures.some((column) => near.some((noun) => coveredBy(column, noun)))
    return isOfFigure && !figures.some((column) => coveredBy(column, word))
  })
}

/** Whether the answer would be yes or no, which no plan says: "Did it rain on 3 May?" */
function isYesOrNo(text: string): boolean {
  return /^\s*(?:is|are|was|were|did|does|do(?! you)|has|have|had)\b/i.test(text)
}

/** Whether rows have several dates, such as birth and hire, and the question does not name the date of the plan. */
function isOfOtherDate({ tokens }: Question, { table, filters, time }: Plan): boolean {
  const dates = table.columns.filter(isDateColumn)
  const limits = filters.flatMap((filter) =>
    filter.kind === 'years' || filter.kind === 'months' || filter.kind === 'dates' ? [filter.column] : [],
  )
  const used = [...limits, ...(time === null ? [] : [time.column])]
  const isNamed = ({ stems }: Column) =>
    tokens.some((token) =>
      stems.some((own) => own !== 'date' && (likeness(own, token.stem) > 0 || isPastOf(token.word, own))),
    )
  return dates.length > 1 && used.some((column) => dates.includes(column) && !isNamed(column))
}

/** Whether the rows that a plan ranks have the names of people, as far as the name of the column says. */
function isOfPeople({ kind, label }: Plan): boolean {
  return kind !== 'rank' || toWords(label?.name ?? '').some((word) => PEOPLE.has(stem(word)))
}

/**
 * Whether the question asks for one figure of days, months or years, where the plan shows each of them: "the median of
 * the daily minimum", "the average monthly rainfall".
 */
function isFigureOfPeriods(text: string, { time, measures }: Plan): boolean {
  const period = FIGURE_OF_PERIODS.exec(text)?.[1]
  if (period === undefined || time === null) return false
  return /^(?:daily|hourly|weekly)$/i.test(period) || measures.some(isAdditive)
}

const FIGURE_OF_PERIODS =
  /\b(?:average|mean|avg|median|typical|highest|lowest|maximum|minimum|largest|smallest)(?:\s+of)?(?:\s+the)?\s+(daily|hourly|weekly|monthly|quarterly|yearly|annual)\b/i

function isBare({ unit, kind }: Column): boolean {
  return kind === 'number' && unit === ''
}

/** Whether one figure adds up or ranks amounts of several currencies, which the table keeps in one column. */
function isOfMixedUnits({ kind, measures, table, filters, label }: Plan): boolean {
  const currency = table.columns.find(({ name }) =>
    /^(?:asset|currency)(?:[ _](?:symbol|code|id))?$/i.test(name),
  )
  const isFixed = filters.some((filter) => filter.kind === 'in' && filter.column === currency)
  const isAdded = measures.some(
    ({ columns, aggregate }) => /^(?:sum|avg|median|max|min)$/.test(aggregate ?? '') && columns.some(isBare),
  )
  const isRanked =
    kind === 'rank' && label !== currency && measures.some(({ columns }) => columns.some(isBare))
  return ((kind === 'scalar' && isAdded) || isRanked) && currency !== undefined && !isFixed
}

/** Words that ask for more than one figure. */
const SEVERAL = /,|&|\b(?:and|or|vs|versus|compared?|against|between|to)\b/i
