import type { Table } from './catalog.ts'
import { chooseTables } from './choose-tables.ts'
import { findLeftOut, type LeftOut } from './left-out-words.ts'
import { isSpelledOut } from './match-columns.ts'
import type { Plan } from './plan.ts'
import { planQuery } from './plan-query.ts'
import type { Question } from './read-question.ts'

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
  return best.find(({ plan }) => isSpelledOutFigure(question, plan)) ?? best[0] ?? null
}

/** Whether the question contains the whole name of the plan's figure: "maximum supply" for `max_supply`. */
function isSpelledOutFigure({ tokens }: Question, { measures }: Plan): boolean {
  return measures.some(({ columns }) => columns.some((column) => isSpelledOut(column, tokens)))
}
