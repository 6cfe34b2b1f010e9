import type { Column, Table } from './catalog.ts'
import { type ColumnMatch, figuresOf, isRowNoun, matchColumns, spelledOut } from './match-columns.ts'
import type { Measure } from './plan.ts'
import { type Aggregate, contentTokens, type Question, type Token } from './read-question.ts'
import { isGeneric, likeness, stem, toLabel, toWords } from './words.ts'

/**
 * The subject that a superlative implies when the question names none: the hottest day is about temperature.
 */
export const HINTS: ReadonlyMap<string, readonly string[]> = new Map(
  Object.entries({
    hottest: ['temperature', 'maximum'],
    warmest: ['temperature', 'maximum'],
    coldest: ['temperature', 'minimum'],
    wettest: ['precipitation'],
    driest: ['precipitation'],
    windiest: ['wind'],
    heaviest: ['weight'],
    lightest: ['weight'],
    longest: ['running', 'length', 'millisecond', 'distance'],
    shortest: ['running', 'length', 'millisecond', 'distance'],
    fastest: ['speed'],
    strongest: ['magnitude'],
    richest: ['income', 'gdp'],
    costliest: ['budget', 'cost'],
    cheapest: ['price', 'cost'],
    tallest: ['height'],
    deadliest: ['death'],
    expensive: ['price', 'cost'],
    oldest: ['age'],
    youngest: ['age'],
    earn: ['salary', 'wage'],
    earns: ['salary', 'wage'],
    earner: ['salary', 'wage'],
    earners: ['salary', 'wage'],
  }),
)
/** Superlatives that may also be part of a column's name: `temp_max`. */
const QUALIFIERS =
  /^(?:max|maximum|highest|min|minimum|lowest|average|mean|total|median|time|number|count|value|rate|change|share|percent)$/
const NAMED_END = /^(?:max|maximum|min|minimum)$/
const TIE = 0.05

/**
 * Returns the numeric columns that a question is about, best first. Columns that one phrase names together
 * are added up.
 */
export function findMeasures(question: Question, table: Table): Measure[] {
  const numeric = figuresOf(table)
  const words = contentTokens(question.tokens).filter((token) => !isCountNoun(token, question, numeric))
  const ends = question.tokens.filter((token) => token.use === null && QUALIFIERS.test(token.word))
  // "The highest minimum" is the highest of a figure that is called minimum.
  const isEndNamed = ends.some(({ word }) => NAMED_END.test(word))
  const qualifiers = ends.filter(({ word }) => !isEndNamed || !/^(?:highest|lowest)$/.test(word))
  const hints = question.tokens.flatMap((token) => HINTS.get(token.word) ?? [])
  const named = matchColumns(numeric, [...words.map((token) => token.stem), ...hints]).filter(
    ({ column, coverage }) => coverage > 0 || isDescribedAs(column, words),
  )
  const matches = matchColumns(
    numeric.filter((column) => named.some((match) => match.column === column)),
    [...words, ...qualifiers].map((token) => token.stem).concat(hints),
  )
  const spelled = spelledFigures(numeric, question.tokens)
  if (matches.length === 0 && spelled.length === 0 && isFigureWanted(question, table))
    return defaultMeasure(numeric, question)
  const isTotal = /\btotal\b/i.test(question.text) || (question.isShare && /\ball\b/i.test(question.text))
  const whole = matches.filter(
    ({ coverage, score }) => coverage >= 0.85 && score >= (matches[0]?.score ?? 0) - TIE,
  )
  // A column that is already a total is not added to its parts.
  const preferred = spelled.length > 0 || !isTotal ? spelled : whole.filter(isTotalColumn)
  const shared = isTotal && preferred.length === 0 ? sharedWord(whole, words) : undefined
  if (shared !== undefined)
    return [
      toMeasure(
        whole.map(({ column }) => column),
        `total ${shared.word}`,
      ),
    ]
  const inOrder = [
    ...preferred,
    ...matches.filter(({ column }) => !preferred.some((match) => match.column === column)),
  ]
  return pickDistinct(inOrder, words).map((column) => toMeasure([column], toLabel(column.name)))
}

/** The columns whose whole names a question has beside its conditions, the longest name first: `new_sp_m014` before `new_sp`. */
function spelledFigures(numeric: readonly Column[], tokens: readonly Token[]): ColumnMatch[] {
  const free = tokens.filter(({ use }) => use !== 'filter')
  return numeric
    .map((column) => ({ column, score: spelledOut(column, free).length, coverage: 1 }))
    .filter(({ score }) => score > 0)
    .toSorted((left, right) => toWords(right.column.name).length - toWords(left.column.name).length)
}

/** Whether two words that follow each other in the question, neither of them generic, do so in the description. */
export function isDescribedAs({ descriptionStems }: Column, words: readonly Token[]): boolean {
  return words.some(({ stem: word }, at) => {
    const next = words[at + 1]?.stem ?? ''
    if (isGeneric(word) || isGeneric(next)) return false
    return descriptionStems.some((own, place) => own === word && descriptionStems[place + 1] === next)
  })
}

/**
 * Whether a word names things to count that no column counts: "the most delegations" of a table with delegated
 * amounts.
 */
function isCountNoun(token: Token, { tokens }: Question, numeric: readonly Column[]): boolean {
  const before = tokens[tokens.indexOf(token) - 1]?.word ?? ''
  const isCounted = /^(?:most|fewest|many|more|fewer)$/.test(before) && token.word !== token.stem
  return isCounted && !numeric.some(({ stems }) => likeness(stems.at(-1) ?? '', token.stem) >= SAME_MEANING)
}

/** The likeness of words with one meaning. Words of one root only have less. */
const SAME_MEANING = 0.9

function isTotalColumn({ column }: ColumnMatch): boolean {
  return toWords(column.name).includes('total')
}

/**
 * Whether the question asks for a figure without naming its column. "Unemployment over time" does; "bird
 * strikes over time" counts rows.
 */
function isFigureWanted(question: Question, table: Table): boolean {
  const { aggregate, isOverTime, isDescending, isComparison, tokens } = question
  if (aggregate !== null) return aggregate !== 'count'
  const isPlural = ({ word, stem: own }: Token) => word !== own || word === 'people'
  const isRows = tokens.some((token) => isPlural(token) && isRowNoun(table, token.stem))
  const isOnlyFigure = figuresOf(table).length === 1
  const isOrdered = isDescending !== null && !tokens.some(({ word }) => ORDER_OF_AGE.test(word))
  return !isRows && (isOverTime || ((isOrdered || isComparison) && isOnlyFigure))
}

/** Superlatives of age and size: the largest department is no department with one large salary. */
const ORDER_OF_AGE = /^(?:oldest|youngest|newest|longest|shortest|fastest|slowest|largest|biggest|smallest)$/
const FEW = 4

/**
 * The figure of a question that names none. The word "total" means a column that is called `total`. Only amounts add
 * up; where there are several, it is unknown which one is meant.
 */
function defaultMeasure(numeric: readonly Column[], { aggregate, tokens }: Question): Measure[] {
  const figures = numeric.filter(
    ({ name }) => !/^(?:lat|lon|lng|latitude|longitude|month|day|hour|week|quarter)$/i.test(name),
  )
  const called = figures.find(({ name }) => tokens.some(({ word }) => word === name.toLowerCase()))
  if (called) return [toMeasure([called], toLabel(called.name))]
  if (aggregate === 'sum' && figures.length > 1) {
    const amounts = figures.map((column) => toMeasure([column], toLabel(column.name))).filter(isAdditive)
    return amounts.length === 1 ? amounts : []
  }
  const column = figures.find(({ name }) => /rate|value|price|amount/i.test(name)) ?? figures[0]
  return column === undefined || figures.length > FEW ? [] : [toMeasure([column], toLabel(column.name))]
}

/** Returns the measure with an aggregate: with `fallback` where it has none. */
export function toAggregate(measure: Measure, fallback: Aggregate): Measure {
  return { ...measure, aggregate: measure.aggregate ?? fallback }
}

/** Whether a sum of the values has a meaning, as it has for amounts, but not for rates and readings. */
export function isAdditive(measure: Measure | undefined): boolean {
  // Percentages do not add up, nor do the costs of a unit.
  if (
    measure?.columns.some(({ unit, name }) => unit === '%' || /^unit[_ ](?:cost|price|value)/i.test(name)) ===
    true
  )
    return false
  const stems =
    measure?.columns.flatMap((column) => [...column.stems, ...toWords(column.name).map(stem)]) ?? []
  const is = (words: readonly string[]) => stems.some((own) => words.includes(own))
  if (
    is([
      'rate',
      'ratio',
      'per',
      'percent',
      'average',
      'avg',
      'mean',
      'rating',
      'score',
      'max',
      'min',
      'price',
    ])
  )
    return false
  return is(ADDITIVE)
}

/** Whether a word means an amount, in whatever table: sales, revenue, units. */
export function isAmountWord(own: string): boolean {
  return ADDITIVE.includes(own)
}

/** Whether the values of a column are amounts, so that a row without one may hold 0. */
export function isAmount(column: Column): boolean {
  return column.kind === 'number' && isAdditive(toMeasure([column], column.name))
}

/** Whether the values are a stock: amounts held at one time, which a later year repeats. */
export function isStock(measure: Measure | undefined): boolean {
  const stems = measure?.columns.flatMap((column) => column.stems) ?? []
  return stems.some((own) => STOCKS.includes(own))
}

/** Whether the values of several rows add up, also over time: sales do, a population does not. */
export function isFlow(measure: Measure | undefined): boolean {
  return isAdditive(measure) && !isStock(measure)
}

const STOCKS = [
  'pop',
  'population',
  'people',
  'inhabitant',
  'supply',
  'balance',
  'stake',
  'staked',
  'delegated',
  'stock',
  'inventory',
].map(stem)

const ADDITIVE = [
  ...[
    'gross',
    'revenue',
    'sale',
    'income',
    'profit',
    'budget',
    'cost',
    'amount',
    'total',
    'count',
    'vote',
    'precipitation',
  ],
  ...[
    'rain',
    'rainfall',
    'production',
    'generation',
    'emission',
    'stake',
    'staked',
    'delegated',
    'reward',
    'fee',
    'quantity',
  ],
  ...['volume', 'death', 'unit', 'item', 'number', 'strike', 'job', 'stock', 'inventory'],
  ...['spend', 'expense', 'tax', 'fine', 'donation', 'consumption', 'passenger', 'goal'],
  ...['click', 'impression', 'view', 'visit', 'visitor', 'conversion', 'download'],
].map(stem)

function toMeasure(columns: readonly Column[], name: string): Measure {
  return { name, columns, aggregate: null, isDistinct: false }
}

function sharedWord(matches: readonly ColumnMatch[], words: readonly Token[]): Token | undefined {
  if (matches.length < 2) return undefined
  return words.find((token) =>
    matches.every(({ column }) => column.stems.some((own) => likeness(own, token.stem) > 0)),
  )
}

/** Each word of the question matches one column only. A second column needs other words. */
function pickDistinct(matches: readonly ColumnMatch[], words: readonly Token[]): Column[] {
  const picked: Column[] = []
  const left = new Set(words)
  for (const { column } of matches) {
    const own = [...left].filter((token) => column.stems.some((name) => likeness(name, token.stem) > 0))
    if (picked.length > 0 && own.length === 0) continue
    picked.push(column)
    for (const token of own) left.delete(token)
  }
  const firstWord = (column: Column) =>
    words.findIndex((token) => column.stems.some((name) => likeness(name, token.stem) > 0))
  return picked.slice(0, 3).sort((left, right) => firstWord(left) - firstWord(right))
}
