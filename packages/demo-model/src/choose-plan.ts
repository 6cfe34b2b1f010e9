import type { Table } from './catalog.ts'
import { chooseTables } from './choose-tables.ts'
import { isConnectingVerb } from './connecting-verbs.ts'
import { isMoneyWord, moneyColumn } from './find-money.ts'
import { findLeftOut, type LeftOut } from './left-out-words.ts'
import { coveredBy, isRowNoun, isSpelledOut, numberedNoun } from './match-columns.ts'
import { withoutTable } from './named-table.ts'
import type { Plan } from './plan.ts'
import { planQuery } from './plan-query.ts'
import { countedNoun, isFunctionWord, type Question, type Token } from './read-question.ts'
import { likeness, stem, toWords } from './words.ts'

export type ChosenPlan = {
  readonly plan: Plan
  readonly leftOut: LeftOut
  /** The words of the question that the plan represents, and those that connect them, in lower case. */
  readonly used: readonly string[]
}

/**
 * Returns the plan that uses the most words of the question, over the tables whose score is high enough.
 * Returns null when no table gives a plan.
 */
export function choosePlan(question: Question, tables: readonly Table[]): ChosenPlan | null {
  const plans = chooseTables(question, tables).flatMap((table): ChosenPlan[] => {
    // A plan marks the words it uses, and every table needs them unmarked.
    const fresh = structuredClone(withoutTable(question, table))
    const plan = planQuery(fresh, table)
    return plan === null || isOfOtherRows(fresh, plan, tables)
      ? []
      : [
          {
            plan,
            leftOut: findLeftOut(fresh, plan),
            used: fresh.tokens.filter(isUsed).map(({ word }) => word),
          },
        ]
  })
  const fewest = Math.min(...plans.map(({ leftOut }) => leftOut.words.length))
  const best = plans.filter(({ leftOut }) => leftOut.words.length === fewest)
  if (best.filter(({ plan }) => isOfUnnamedMoney(question, plan)).length > 1) return null
  const chosen =
    best.find(({ plan }) => isSpelledOutFigure(question, plan)) ??
    best.find(({ plan }) => isNamedFigure(question, plan)) ??
    best[0]
  return chosen === undefined ? null : { ...chosen, leftOut: withOtherTables(chosen, tables) }
}

function isUsed({ use, word, stem: own }: Token): boolean {
  return use !== null || isFunctionWord(own) || isConnectingVerb(word)
}

/** Whether a plan reads "revenue" as the amount of its rows. Of several such tables no one can know which is meant. */
function isOfUnnamedMoney({ tokens }: Question, { table, measures }: Plan): boolean {
  const money = moneyColumn(table)
  const isMoney = money !== null && measures.some(({ columns }) => columns.includes(money))
  return isMoney && tokens.some(({ stem: word }) => isMoneyWord(word))
}

/**
 * A word that is left out and names another table or one of its columns changes the question: the "flight" of "the longest
 * flight in miles", and the country of customers in "revenue by customer country".
 */
function withOtherTables(
  { plan, leftOut }: Pick<ChosenPlan, 'plan' | 'leftOut'>,
  tables: readonly Table[],
): LeftOut {
  const others = tables.filter(({ name }) => name !== plan.table.name)
  const names = new Set(
    others.flatMap((table) => [
      ...[...toWords(table.name), ...toWords(table.source)].map(stem),
      ...[numberedNoun(table)].filter((noun) => noun !== null),
      ...table.columns.flatMap(({ stems }) => (stems.length === 1 ? stems : [])),
    ]),
  )
  return { ...leftOut, isDecisive: leftOut.isDecisive || leftOut.words.some((word) => names.has(stem(word))) }
}

/**
 * Whether the question names the rows of another table, and the plan does not use that word: "validators with a total
 * stake above 5" is not about the table of supplies. "The smallest stake" is a row of stakes, and not the total stake of
 * a validator.
 */
function isOfOtherRows({ tokens, isShare }: Question, plan: Plan, tables: readonly Table[]): boolean {
  const own = nounOf(plan.table)
  const others = tables.map(nounOf).filter((noun) => noun !== own && !isRowNoun(plan.table, noun))
  const figures = plan.measures.flatMap(({ columns }) => columns)
  const isNamed = (own: string) => tokens.some(({ stem: word }) => word === own)
  const isPartOfFigure = (noun: string) =>
    figures.some(({ name }) => {
      const words = toWords(name).map(stem)
      const rest = words.filter((word) => likeness(word, noun) === 0)
      return rest.length > 0 && rest.length < words.length && !rest.some(isNamed)
    })
  const isUsed = (noun: string) =>
    [...figures, ...plan.groups, plan.label].some((column) => column !== null && coveredBy(column, noun))
  const isOwnNamed = tokens.some(({ stem: word }) => word === own || isRowNoun(plan.table, word))
  // "How many stakes are above 5" counts the rows of stakes, also where the word names a figure of another table.
  const counted = countedNoun(tokens)?.stem ?? ''
  const isOfOwnTable = counted !== own && tables.some((table) => nounOf(table) === counted)
  if (isOfOwnTable && !isUsed(counted) && !isNamed(own)) return true
  return tokens.some(({ stem: word, word: spelled, use }) => {
    // A share of all stake is one of amounts, and a share of stakes is one of rows.
    const isAmount = isShare && spelled === word
    if (use !== null || isAmount || !others.includes(word)) return false
    return isUsed(word) ? !isOwnNamed && isPartOfFigure(word) : !isOwnNamed
  })
}

/** The stem of the word that names the rows of a table: of `orders_2024` the orders. */
function nounOf({ name }: Table): string {
  return stem(toWords(name).findLast((word) => /^\p{L}/u.test(word)) ?? '')
}

/** Whether the question contains the whole name of the plan's figure: "maximum supply" for `max_supply`. */
function isSpelledOutFigure({ tokens }: Question, { measures }: Plan): boolean {
  return measures.some(({ columns }) => columns.some((column) => isSpelledOut(column, tokens)))
}

/** Whether the question contains the only word of the name of the plan's figure, and not a word of the same meaning. */
function isNamedFigure({ tokens }: Question, { measures }: Plan): boolean {
  const isNamed = (name: string) => {
    const [word, ...more] = toWords(name).map(stem)
    return more.length === 0 && tokens.some((token) => token.stem === word)
  }
  return measures.some(
    ({ columns, aggregate }) => aggregate !== 'count' && columns.some(({ name }) => isNamed(name)),
  )
}
