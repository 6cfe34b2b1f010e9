import type { Column, Table } from './catalog.ts'
import { coveredBy, figuresOf, isRowNoun, numberedNoun } from './match-columns.ts'
import type { Measure } from './plan.ts'
import { type Question, SUPERLATIVE, type Token } from './read-question.ts'
import { likeness, stem, toLabel, toWords } from './words.ts'

const MONEY_WORD = /^(?:revenue|turnover|proceeds|takings|spending)$/
const SPENT = /^(?:spend|spends|spent)$/
/** "What did Clara spend on?" asks for things, and not for an amount. */
const SPENT_ON = /^\W*what\b.*\bspen[dt]s?\b.*\bon\W*$/i
const SOLD = /^(?:sell|sells|sold)$/
/** The nouns of rows that each have a total. */
const SOLD_ROWS = ['sale', 'order', 'invoice', 'purchase', 'expense', 'payment']
const MONEY_NAME = new Set(
  `total amount sum net gross grand line order invoice sale sales price value paid eur usd gbp chf in`.split(
    ' ',
  ),
)

/** Whether a word means earned money, even where no column has such a name. `hasVerbs` adds verbs such as "spent". */
export function isMoneyWord(word: string, hasVerbs = false): boolean {
  return MONEY_WORD.test(word) || (hasVerbs && (SPENT.test(word) || SOLD.test(word)))
}

/**
 * Returns the column with the amount of a sale: the only one called `total` or `amount`, in a table of sales, orders,
 * invoices or purchases. Null where there is none or more than one, and where a column is named like revenue.
 */
export function moneyColumn(table: Table): Column | null {
  const figures = figuresOf(table)
  if (figures.some(({ stems }) => stems.some((own) => likeness(own, 'revenue') >= NAMED))) return null
  const nouns = [...toWords(table.name), ...toWords(table.source)].map(stem)
  if (!SOLD_ROWS.some((noun) => nouns.includes(noun) || numberedNoun(table) === noun)) return null
  const found = figures.filter(({ name }) => {
    const words = toWords(name)
    return (
      words.every((word) => MONEY_NAME.has(word)) && words.some((word) => /^(?:total|amount)$/.test(word))
    )
  })
  const [column] = found
  return column === undefined || found.length > 1 ? null : column
}

const NAMED = 0.9

/**
 * Returns the figure of a question about money or about what sells, and marks its words as used: "revenue", "the largest
 * order", "which product sells best". Null for other questions, and 'unknown' where the table has no such figure.
 */
export function findMoney(question: Question, table: Table): Measure | null | 'unknown' {
  const { tokens } = question
  const isSold = SELLING.test(question.text)
  if (isSold) return soldMeasure(question, table)
  if (SPENT_ON.test(question.text)) return 'unknown'
  const column = moneyColumn(table)
  const ofRow = tokens.filter((token, at) => token.use === null && isValueOfRow(tokens, at, table))
  if (ofRow.length > 0) return column === null ? 'unknown' : toMoney(column, ofRow, null)
  const named = tokens.filter(
    ({ word, stem: own, use }, at) =>
      use === null &&
      (MONEY_WORD.test(own) ||
        SPENT.test(word) ||
        (SOLD.test(word) && /\bhow much\b/i.test(question.text)) ||
        isBestBuyer(tokens, at, table) ||
        isSalesFigure(question, at, table)),
  )
  if (column === null || named.length === 0) return null
  const isTotal = question.aggregate === null && question.isDescending === null
  return toMoney(column, named, isTotal ? 'sum' : null)
}

function toMoney(column: Column, words: readonly Token[], aggregate: Measure['aggregate']): Measure {
  for (const token of words) token.use = 'figure'
  return { name: toLabel(column.name), columns: [column], aggregate, isDistinct: false }
}

/** Whether a word asks for the amount of one row: the "value" of "order value", and the "expensive" of "most expensive order". */
function isValueOfRow(tokens: readonly Token[], at: number, table: Table): boolean {
  const isRow = (token: Token | undefined) =>
    token !== undefined && SOLD_ROWS.includes(token.stem) && isRowNoun(table, token.stem)
  const word = tokens[at]?.word ?? ''
  if (/^(?:value|values|worth)$/.test(word)) return isRow(tokens[at - 1])
  if (word === 'expensive') return isRow(tokens[at + 1])
  return /^(?:largest|biggest|highest|smallest|lowest|cheapest)$/.test(word) && isRow(tokens[at + 1])
}

/**
 * Whether "sales" or "expenses" is an amount: "the highest sales", "total sales", "by sales", "sales of Acme", "expenses by
 * category", "how did sales develop". "The most sales" may be many, and "how many sales" are rows.
 */
function isSalesFigure({ tokens, text }: Question, at: number, table: Table): boolean {
  const word = tokens[at]?.word ?? ''
  if (!/^(?:sales|expenses)$/.test(word) || !isRowNoun(table, stem(word))) return false
  const [before = '', next = ''] = [tokens[at - 1]?.word, tokens[at + 1]?.word]
  const isBeginning = /^(?:|show|plot|draw|chart|me|compare)$/.test(before)
  // "Expenses over 2000" are rows, and "sales over time" amounts.
  const isBound = /^\p{N}/u.test(tokens[at + 2]?.text ?? '')
  const isFollowed = (/^(?:of|by|per|for|over|each)$/.test(next) && !isBound) || before === 'compare'
  const isDeveloping = before === 'did' && /\b(?:develop|evolve|grow|change)\b/i.test(text)
  // "What share of sales failed?" counts them.
  const isShared = before === 'of' && /^(?:comes?|came)$/.test(next)
  const isHighest = SUPERLATIVE.test(before) && !/^(?:most|fewest|least)$/.test(before)
  return (
    (isBeginning && isFollowed) ||
    isDeveloping ||
    isShared ||
    isHighest ||
    before === 'total' ||
    before === 'by'
  )
}

/** Whether a word says that a customer is the one with the highest total: "our best customer". */
function isBestBuyer(tokens: readonly Token[], at: number, { columns }: Table): boolean {
  const next = tokens[at + 1]
  return (
    /^(?:best|biggest|largest)$/.test(tokens[at]?.word ?? '') &&
    next !== undefined &&
    BUYERS.test(next.word) &&
    columns.some((column) => column.kind === 'text' && coveredBy(column, next.stem))
  )
}

/** "Sells best", "best-selling", "sold the most" where no other thing follows. */
const SELLING =
  /\b(?:best|worst|top)[- ]sell(?:ing|ers?)\b|\bsells? (?:the )?(?:best|most|worst|least)\b(?! \p{L})|\bsold (?:the )?(?:best|most|worst|least)\b(?! (?!in\b)\p{L})/iu
const SELLING_WORD = /^(?:(?:best|worst|top)(?:-sell(?:ing|ers?))?|most|least|sell(?:s|ing|ers?)?|sold)$/
/** Customers buy, and do not sell. */
const BUYERS = /\b(?:customer|client|buyer|user|shopper)s?\b/i

function soldMeasure({ text, tokens }: Question, table: Table): Measure | 'unknown' {
  const [units, ...more] = figuresOf(table).filter(isUnits)
  const column = units ?? moneyColumn(table)
  if (column === null || more.length > 0 || BUYERS.test(text)) return 'unknown'
  return toMoney(
    column,
    tokens.filter(({ word, use }) => use === null && SELLING_WORD.test(word)),
    'sum',
  )
}

/** Whether a column counts the things that were sold: `quantity`, `units_sold`. The price of a unit does not. */
export function isUnits({ name }: Column): boolean {
  return /^(?:quantit(?:y|ies)|qty|units)(?:[ _-](?:sold|ordered))?$/i.test(name)
}
