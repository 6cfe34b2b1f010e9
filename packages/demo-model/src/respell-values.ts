import type { JsonObject } from '@parley/domain'
import type { Table } from './catalog.ts'
import { type ChosenPlan, choosePlan } from './choose-plan.ts'
import { type Conversation, resolveQuestion } from './conversation.ts'
import { spelledOut } from './match-columns.ts'
import { isSpelledSo, namedValues, withSample } from './named-values.ts'

/** A plan, and the words of the question that it reads as a stored value. */
type RespelledPlan = ChosenPlan & { readonly asked: string; readonly stored: string }

type Given = {
  readonly tables: readonly Table[]
  /** A result of find_metadata. */
  readonly found: JsonObject
  /** The plan of the question as it was asked. */
  readonly plan: ChosenPlan | null
}

/**
 * Returns the plan of the question with a value as the data spell it: `Brazil` for "Brasil". The plan of the question
 * as it was asked must leave the word out or find it in no sample, and the value must have as many words. Null where no
 * such spelling uses more words of the question.
 */
export function respellValues(
  conversation: Conversation,
  { tables, found, plan }: Given,
): RespelledPlan | null {
  const values = namedValues(found)
  const isSpelled = (given: string) => values.some((value) => value.asked === given && isSpelledSo(value))
  const loose = plan && looseWords(plan)
  for (const { asked, stored, column } of values) {
    const isLoose = loose === null || loose.some((word) => asked.toLowerCase().includes(word.toLowerCase()))
    if (!isLoose || !isNameIn(conversation.text, asked) || isSpelled(asked)) continue
    if (wordCount(asked) !== wordCount(stored) || isInColumnName(conversation, tables, asked)) continue
    const question = resolveQuestion({
      ...conversation,
      text: conversation.text.replace(asked, () => stored),
    })
    const next = choosePlan(question, withSample(tables, { asked, stored, column }))
    if (next && !next.leftOut.isDecisive && (loose === null || looseWords(next).length < loose.length))
      return { ...next, asked, stored }
  }
  return null
}

/** Whether a word is a part of a column's whole name: the "Total" of "Total Votes Cast" is no value "TOTALS". */
function isInColumnName(conversation: Conversation, tables: readonly Table[], asked: string): boolean {
  const { tokens } = resolveQuestion(conversation)
  const columns = tables.flatMap((table) => table.columns)
  return columns.some((column) => spelledOut(column, tokens).some(({ text }) => text === asked))
}

/** Whether a question writes the words as a name. Other words, such as "zero" and "hours", resemble values by chance. */
function isNameIn(question: string, asked: string): boolean {
  return /^\p{Lu}/u.test(asked) && question.indexOf(asked) > 0
}

function wordCount(text: string): number {
  return text.trim().split(/\s+/).length
}

/** The words that no part of a plan represents, and names that no sample contains. */
function looseWords({ plan, leftOut }: ChosenPlan): string[] {
  const names = plan.filters.flatMap((filter) => (filter.kind === 'name' ? [filter.value] : []))
  return [...leftOut.words, ...names]
}
