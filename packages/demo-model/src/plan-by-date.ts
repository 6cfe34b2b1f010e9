import { type Column, isDateColumn, type Table } from './catalog.ts'
import type { Entity } from './find-groups.ts'
import { coveredBy, isNameOfRows, isRowNoun, nounColumn, spelledOut } from './match-columns.ts'
import type { Measure, Plan } from './plan.ts'
import { isFunctionWord, type Question, SUPERLATIVE, type Token } from './read-question.ts'
import { isPastOf, likeness, toLabel } from './words.ts'

const LATE = /^(?:newest|latest|last|recent|recently)$/
const EARLY = /^(?:first|earliest)$/
const WHEN = new RegExp(`${LATE.source}|${EARLY.source}`)
const TIME = /^(?:second|minute|hour|day|week|month|quarter|half|year|decade|century|time|name|row|record)s?$/
const NOT_A_BEGINNING = /^(?:birth|born|due|end|expiry|update|updated|modified|death)$/
const ROWS = 5

type Asked = {
  readonly question: Question
  readonly table: Table
  readonly entity: Entity | null
  readonly measures: readonly Measure[]
}

/**
 * Returns what is special about a plan that orders the rows by their date: "Who was hired most recently?", "the last 5
 * orders", "When was the first order?". Null for other questions, and where no one date is meant.
 */
export function planByDate({ question, table, entity, measures }: Asked): Partial<Plan> | null {
  const { tokens } = question
  // The "first" of "hired first" resembles a column called first_name.
  const at = tokens.findIndex(({ word, use }) => (use === null || use === 'group') && WHEN.test(word))
  const column =
    at < 0 || isOfOther(question, at) || isNamed(measures, tokens) ? null : dateOf(question, table)
  if (column === null) return null
  const isDescending = LATE.test(tokens[at]?.word ?? '')
  const date: Measure = { name: toLabel(column.name), columns: [column], aggregate: null, isDistinct: false }
  const noun = tokens.slice(at + 1).find(({ text }) => !/^\p{N}/u.test(text) && !isNumberWord(text))
  const isNoun = noun !== undefined && isRowNoun(table, noun.stem)
  if (isDateAsked(question, column)) {
    if (!isNoun && !spelledOut(column, tokens).length && !tokens.some((token) => isOf(column, token)))
      return null
    use(tokens, at, column)
    return { kind: 'scalar', measures: [{ ...date, aggregate: isDescending ? 'max' : 'min' }] }
  }
  const isWho = tokens[0]?.word === 'who'
  if (entity === null ? !isNoun : entity.kind !== 'label' && !isWho) return null
  const label = entity?.column ?? nounColumn(table)
  if (label === null || !isNameOfRows(table, label)) return null
  use(tokens, at, column)
  const limit = question.limit ?? numberBefore(tokens, at)
  const isSingle = limit === null && (entity?.isSingle ?? noun?.stem === noun?.word)
  return { kind: 'rank', label, measures: [date], isDescending, limit: limit ?? ROWS, isSingle }
}

/** Whether a question names the figure that was found for it. Without a name, it was only guessed. */
function isNamed(measures: readonly Measure[], tokens: readonly Token[]): boolean {
  return measures.some(({ columns }) =>
    columns.some((column) => tokens.some((token) => coveredBy(column, token.stem))),
  )
}

/** The number of "the 2 newest employees", which is marked as used; null without one. */
function numberBefore(tokens: readonly Token[], at: number): number | null {
  const token = tokens[at - 1]
  if (token === undefined || !/^\d{1,3}$/.test(token.word)) return null
  token.use = 'order'
  return Number(token.word)
}

function isNumberWord(text: string): boolean {
  return /^(?:two|three|four|five|six|seven|eight|nine|ten|twelve|fifteen|twenty)$/i.test(text)
}

/** Whether the word belongs to something else: "the last month", "the first 3 rows", or a question for another figure. */
function isOfOther(question: Question, at: number): boolean {
  const { tokens, aggregate, grain, isOverTime, isShare, isRowsWanted, isDistribution } = question
  const isOther = ({ word }: Token, place: number) =>
    SUPERLATIVE.test(word) && !(word === 'most' && /^recent(?:ly)?$/.test(tokens[place + 1]?.word ?? ''))
  return (
    TIME.test(tokens[at + 1]?.word ?? '') ||
    TIME.test(tokens[at + 2]?.word ?? '') ||
    aggregate !== null ||
    grain !== null ||
    isOverTime ||
    isShare ||
    isRowsWanted ||
    isDistribution ||
    tokens.some(isOther)
  )
}

/** The date that a question names, as in "hired" for `hire_date`, else the only date, if it may be a beginning. */
function dateOf({ tokens }: Question, { columns }: Table): Column | null {
  const dates = columns.filter(isDateColumn)
  const named = dates.filter((column) => tokens.some((token) => isOf(column, token)))
  const [column] = named.length > 0 ? named : dates
  const isOne = named.length === 1 || (named.length === 0 && dates.length === 1)
  if (column === undefined || !isOne) return null
  return named.length === 0 && column.stems.some((own) => NOT_A_BEGINNING.test(own)) ? null : column
}

function isOf({ stems }: Column, { word, stem }: Token): boolean {
  return stems.some((own) => own !== 'date' && (likeness(own, stem) >= SAME || isPastOf(word, own)))
}

const SAME = 0.9

function isDateAsked({ text, tokens }: Question, column: Column): boolean {
  return (
    /^\s*when\b|\b(?:on )?(?:what|which) date\b|\bdate of\b/i.test(text) ||
    spelledOut(column, tokens).length > 0
  )
}

function use(tokens: readonly Token[], at: number, column: Column): void {
  for (const [place, token] of tokens.entries()) {
    const isMost = token.word === 'most' && place === at - 1
    const isDate = token.stem === 'date' || isOf(column, token)
    if (place === at || isMost || (isDate && !isFunctionWord(token.stem))) token.use = 'order'
  }
}
