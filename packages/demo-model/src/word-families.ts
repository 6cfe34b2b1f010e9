import { isOccupation, isPerson, isPersonOf } from '@parley/domain/word-family'
import type { Column, Table } from './catalog.ts'
import { type ChosenPlan, choosePlan } from './choose-plan.ts'
import { type Conversation, resolveQuestion } from './conversation.ts'
import { figuresOf, isRowNoun } from './match-columns.ts'
import type { Plan } from './plan.ts'
import { contentTokens, type Token } from './read-question.ts'
import { isAdjectiveOf, likeness, stem, toWords } from './words.ts'

/** A word of the question, and what the plan reads it as. */
type FamilyReading = {
  /** The word as the question has it. */
  readonly asked: string
  /** The value or the name of the column, as the data spell it. */
  readonly stored: string
  /** The column that holds the value, or that the word names. */
  readonly column: Column
  /** Words that the rules read as the value or the column. */
  readonly written: string
}

/** A plan, and the words that it reads by their family. */
export type FamilyPlan = ChosenPlan & { readonly readings: readonly FamilyReading[] }

/**
 * Returns the plan of a question whose words are of the family of a value or of a column: "engineers" are the people of the
 * department Engineering, and "rain" is the column `rainy_days` where none is nearer. A word is read so only when the
 * plan of the question as it was asked does not use it, and the data have one such reading. Null for other questions.
 */
export function readFamilies(
  conversation: Conversation,
  { tables, plan }: { readonly tables: readonly Table[]; readonly plan: ChosenPlan | null },
): FamilyPlan | null {
  const loose = contentTokens(resolveQuestion(conversation).tokens).filter(({ text, stem: word }) =>
    plan === null ? !isKnown(tables, word) : plan.leftOut.words.includes(text),
  )
  const readings = loose.flatMap((token): FamilyReading[] => {
    const [only, ...more] = tables.flatMap((table) => [...peopleOf(token, table), ...daysOf(token, table)])
    return only === undefined || more.length > 0 ? [] : [only]
  })
  const text = readings.reduce(
    (left, { asked, written }) => left.replace(wholeWord(asked), () => written),
    conversation.text,
  )
  if (text === conversation.text) return null
  const next = choosePlan(resolveQuestion({ ...conversation, text }), tables)
  return next === null || next.leftOut.isDecisive || !isReadSo(next.plan, readings)
    ? null
    : { ...next, readings }
}

function wholeWord(word: string): RegExp {
  return new RegExp(
    `(?<![\\p{L}\\p{N}])${word.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&')}(?![\\p{L}\\p{N}])`,
    'u',
  )
}

/** Returns the words of a question that name a column of the plan, and are of the family of another one: "rain" of `rain_mm`. */
export function findRivals(
  conversation: Conversation,
  { table, measures }: Plan,
): { readonly asked: string; readonly taken: Column; readonly other: Column }[] {
  const { tokens } = resolveQuestion(conversation)
  const figures = measures.flatMap(({ columns }) => columns)
  return contentTokens(tokens).flatMap((token) => {
    const taken = figures.find(({ stems }) => stems.some((own) => likeness(own, token.stem) >= LIKE))
    const [other] = daysOf(token, table).filter(({ column }) => !figures.includes(column))
    return taken && other ? [{ asked: token.text, taken, other: other.column }] : []
  })
}

/** Whether a word names rows, a column or a value, so that it needs no other reading. */
function isKnown(tables: readonly Table[], word: string): boolean {
  return tables.some(
    (table) =>
      isRowNoun(table, word) ||
      table.columns.some(
        ({ stems, samples }) =>
          stems.some((own) => likeness(own, word) >= LIKE) ||
          samples.some((sample) => toWords(sample).some((own) => stem(own) === word)),
      ),
  )
}

/** The likeness of words with one meaning. From this value on, a word names a column itself. */
const LIKE = 0.9

/** The values that say what the people named by a word do: the department Engineering for engineers. */
function peopleOf({ text, word }: Token, table: Table): FamilyReading[] {
  if (!isPerson(word) || !isRowNoun(table, 'people')) return []
  const people = stem(word) === word ? 'person' : 'people'
  return table.columns
    .filter(({ kind, name }) => kind === 'text' && isOccupation(toWords(name)))
    .flatMap((column) =>
      column.samples
        .filter((value) => toWords(value).length === 1 && isPersonOf(word, value))
        .map((stored) => ({ asked: text, stored, column, written: `${stored} ${people}` })),
    )
}

/** The columns that count the days of what a word names: `rainy_days` of rain. */
function daysOf({ text, stem: word }: Token, table: Table): FamilyReading[] {
  return figuresOf(table)
    .filter(({ name }) => {
      const [adjective = '', unit = '', ...more] = toWords(name)
      return more.length === 0 && UNIT_OF_TIME.test(unit) && isAdjectiveOf(adjective, word)
    })
    .map((column) => {
      return { asked: text, stored: column.name, column, written: toWords(column.name).join(' ') }
    })
}

const UNIT_OF_TIME = /^(?:days|nights|hours|weeks|months)$/

/** Whether a plan uses each reading, and limits the columns of readings to no other values: no engineers "in Sales". */
function isReadSo({ filters, measures }: Plan, readings: readonly FamilyReading[]): boolean {
  const isOf = ({ name }: Column) => readings.some(({ column }) => column.name === name)
  const limits = filters.filter((filter) => filter.kind === 'in' && isOf(filter.column))
  const values = limits.flatMap((filter) => (filter.kind === 'in' ? filter.values : []))
  const stored = readings.map((reading) => reading.stored)
  const isCompared = (column: Column) =>
    filters.some((filter) => filter.kind === 'compare' && filter.column.name === column.name)
  return (
    values.every((value) => stored.includes(value)) &&
    readings.every(
      (reading) =>
        values.includes(reading.stored) ||
        isCompared(reading.column) ||
        measures.some(({ columns }) => columns.some(({ name }) => name === reading.column.name)),
    )
  )
}
