import type { Definition, JsonObject, SourceColumn } from '@parley/domain'
import { questionWords } from '../metadata/question-words.ts'
import { splitWords, stem, stemsOf } from '../metadata/split-words.ts'
import type { TableHit } from '../metadata/table-hit.ts'
import { qualifiedName } from '../names/qualified-name.ts'
import type { NamedValue } from '../values/find-values.ts'

/** What a question may mean in several ways that fit alike. */
export type Ambiguity = { readonly question: string; readonly choices: readonly string[] }

type Found = {
  readonly values: readonly NamedValue[]
  readonly hits: readonly TableHit[]
  readonly joins: readonly JsonObject[]
  /** Definitions that the question uses. */
  readonly definitions: readonly Definition[]
}

const MOST_CHOICES = 5
/** Tables that a question is about; further ones only share a word with it. */
const MOST_TABLES = 3
/** From this score on, the words asked are the whole value. */
const WHOLE_VALUE = 2
/** Last words of names that say nothing alone, or by which rows are joined. */
const PLAIN_ENDINGS = new Set(['id', 'key', 'code', 'no', 'number', 'name', 'type', 'status'].map(stem))

/** Returns the first part of a question that two to five values or columns fit alike; null where none does. */
export function findAmbiguity(question: string, found: Found): Ambiguity | null {
  return ambiguousValue(found) ?? ambiguousColumn(question, found)
}

function ambiguousValue({ values, hits, joins, definitions }: Found): Ambiguity | null {
  const near = new Set(hits.slice(0, MOST_TABLES).map(({ source, table }) => qualifiedName(source, table)))
  const whole = values.filter(
    ({ score, column }) => score >= WHOLE_VALUE && near.has(column.slice(0, column.lastIndexOf('.'))),
  )
  for (const [asked, all] of Map.groupBy(whole, (value) => value.asked)) {
    // Words of a longer value mean that value.
    if (whole.some((other) => other.asked !== asked && other.asked.includes(asked))) continue
    const most = Math.max(...all.map(({ score }) => score))
    const alike = all.filter(({ score }) => score === most)
    const exact = alike.filter(({ stored }) => stored.toLowerCase() === asked.toLowerCase())
    const meant = inDefined(withoutJoined(exact.length > 0 ? exact : alike, joins), definitions)
    if (meant.length < 2 || meant.length > MOST_CHOICES) continue
    const choices = meant.map(({ stored, column }) => `${stored} (${column})`)
    return { question: `Which “${asked}” do you mean?`, choices }
  }
  return null
}

/**
 * The values that a definition of the question can filter by: values of its table, and for a metric only those of a
 * dimension.
 */
function inDefined(values: readonly NamedValue[], definitions: readonly Definition[]): readonly NamedValue[] {
  const defined = values.filter(({ column }) => {
    const at = column.lastIndexOf('.')
    return definitions.some(
      ({ kind, table, dimensions }) =>
        table === column.slice(0, at) &&
        (kind === 'term' || dimensions.some(({ name }) => name === column.slice(at + 1))),
    )
  })
  return defined.length > 0 ? defined : values
}

/** Keeps one value of two columns that are joined, because both columns hold the same things. */
function withoutJoined(values: readonly NamedValue[], joins: readonly JsonObject[]): NamedValue[] {
  const conditions = joins.flatMap(({ on }) => (Array.isArray(on) ? on.map(String) : []))
  const isJoined = (a: NamedValue, b: NamedValue) =>
    conditions.some((one) => one === `${a.column} = ${b.column}` || one === `${b.column} = ${a.column}`)
  return values.filter((value, at) => !values.slice(0, at).some((before) => isJoined(before, value)))
}

/**
 * Asks which column is meant when several columns of the best table end in a word of the question, and no word of the
 * question tells these columns apart.
 */
function ambiguousColumn(question: string, { hits }: Found): Ambiguity | null {
  const [best] = hits
  if (!best) return null
  const asked = stemsOf(question)
  const tableWords = stemsOf(best.table.name)
  const all = hits.slice(0, MOST_TABLES).flatMap(({ table }) => table.columns)
  for (const { stem: word, weight } of questionWords(question)) {
    if (weight < 1 || PLAIN_ENDINGS.has(word) || tableWords.has(word)) continue
    const ending = best.table.columns.filter((column) => endsIn(column, word))
    const isNamed = all.some(
      (column) => stemsOf(column.name).has(word) && [...stemsOf(column.name)].every((one) => asked.has(one)),
    )
    const isToldApart = ending.some((column) => othersOf(column, word).some((one) => asked.has(one)))
    const isAlike = new Set(ending.map(({ type }) => type)).size === 1
    if (ending.length < 2 || ending.length > MOST_CHOICES || isNamed || isToldApart || !isAlike) continue
    const table = qualifiedName(best.source, best.table)
    const choices = ending.map(({ name }) => `${splitWords(name).join(' ')} (${table}.${name})`)
    return { question: `Which “${wordOf(question, word)}” do you mean?`, choices }
  }
  return null
}

function endsIn({ name }: SourceColumn, word: string): boolean {
  const words = splitWords(name).map(stem)
  return words.length > 1 && words.at(-1) === word
}

function othersOf({ name }: SourceColumn, word: string): string[] {
  return [...stemsOf(name)].filter((one) => one !== word)
}

function wordOf(question: string, word: string): string {
  return splitWords(question).find((one) => stem(one) === word) ?? word
}
