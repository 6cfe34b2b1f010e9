import type { Table } from './catalog.ts'
import { chooseTables } from './choose-tables.ts'
import { findLeftOut, type LeftOut } from './left-out-words.ts'
import { isSpelledOut } from './match-columns.ts'
import type { Plan } from './plan.ts'
import { planQuery } from './plan-query.ts'
import type { Question } from './read-question.ts'
import { stem, toWords } from './words.ts'

export type ChosenPlan = { readonly plan: Plan; readonly leftOut: LeftOut }

/**
 * Returns the plan that uses the most words of the question, over the tables whose score is high enough.
 * Returns null when no table gives a plan.
 */
export function choosePlan(question: Question, tables: readonly Table[]): ChosenPlan | null {
  const plans = chooseTables(question, tables).flatMap((table): ChosenPlan[] => {
    // A plan marks the words it uses, and every table needs them unmarked.
    const fresh = structuredClone(question)
    const plan = planQuery(fresh, table)
    return plan === null ? [] : [{ plan, leftOut: findLeftOut(fresh, plan) }]
  })
  const fewest = Math.min(...plans.map(({ leftOut }) => leftOut.words.length))
  const best = plans.filter(({ leftOut }) => leftOut.words.length === fewest)
  const chosen = best.find(({ plan }) => isSpelledOutFigure(question, plan)) ?? best[0]
  return chosen === undefined ? null : { ...chosen, leftOut: withOtherTables(chosen, tables) }
}

/** A word that is left out and names another table changes the question: the "flight" of "the longest flight in miles". */
function withOtherTables({ plan, leftOut }: ChosenPlan, tables: readonly Table[]): LeftOut {
  const others = tables.filter(({ name }) => name !== plan.table.name)
  const names = new Set(
    others.flatMap(({ name, source }) => [...toWords(name), ...toWords(source)].map(stem)),
  )
  return { ...leftOut, isDecisive: leftOut.isDecisive || leftOut.words.some((word) => names.has(stem(word))) }
}

/** Whether the question contains the whole name of the plan's figure: "maximum supply" for `max_supply`. */
function isSpelledOutFigure({ tokens }: Question, { measures }: Plan): boolean {
  return measures.some(({ columns }) => columns.some((column) => isSpelledOut(column, tokens)))
}
