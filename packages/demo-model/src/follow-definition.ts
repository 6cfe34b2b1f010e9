import type { JsonObject } from '@parley/domain'
import { dialectOf, identifier } from './dialect.ts'
import { formatNumber, toNumber } from './format-value.ts'
import { objectsOf, textOf } from './json.ts'
import { isSpelledSo, namedValues, type ValueMention } from './named-values.ts'
import { contentTokens, type Question, SUPERLATIVE } from './read-question.ts'
import { noteSpelling } from './texts.ts'
import { stem, toWords } from './words.ts'
import { writeLiteral } from './write-conditions.ts'
import { writeTable } from './write-table.ts'

/** A statement that a definition of the owner gives, and how its answer begins. */
export type DefinedQuery = { readonly sql: string; readonly lead: string; readonly unit: string }

/**
 * Returns the statement of the definition that covers the whole question, from a result of find_metadata: a verified
 * question, a metric with the dimensions that the question names or filtered by a value of one, or the count of a term,
 * also among the rows with one value. Null where words are left that the definition says nothing about.
 */
export function followDefinition(question: Question, found: JsonObject): DefinedQuery | null {
  const definitions = objectsOf(found.definitions)
  const verified = definitions.find(({ is_same: isSame, statement }) => isSame === true && statement !== '')
  if (verified)
    return {
      sql: textOf(verified.statement),
      lead: `As you verified it on ${textOf(verified.verified_at)}`,
      unit: '',
    }
  const values = namedValues(found)
  const dialects = new Map(
    objectsOf(found.data).map(({ table, dialect }) => [textOf(table), textOf(dialect)]),
  )
  for (const definition of definitions) {
    const query =
      computeMetric(question, definition, values) ?? countTerm(question, definition, { values, dialects })
    if (query !== null) return query
  }
  return null
}

function computeMetric(
  question: Question,
  definition: JsonObject,
  values: readonly ValueMention[],
): DefinedQuery | null {
  const metric = textOf(definition.metric)
  const columns = Array.isArray(definition.columns) ? definition.columns.map(textOf) : []
  const name = columns.at(-1)
  if (metric === '' || name === undefined || asksForMore(question)) return null
  const asked = new Set(question.tokens.map((token) => token.stem))
  const dimensions = columns.slice(0, -1).filter((column) => stemsOf(column).every((word) => asked.has(word)))
  const names = [name, textOf(definition.synonym), ...dimensions]
  const lead = `By your definition of ${name}`
  const unit = textOf(definition.unit)
  if (isComputedElse(question, { names, dimensions, computedAs: textOf(definition.computed_as) })) return null
  if (isCovered(question, names)) {
    const order = question.isDescending === false ? 'ASC' : 'DESC'
    const rows = dimensions.length === 0 ? '' : ` ORDER BY ${dimensions.length + 1} ${order}`
    return { sql: `SELECT ${[...dimensions, name].join(', ')} FROM ${metric}${rows}`, lead, unit }
  }
  const found = values.find(
    (value) => dimensionOf(value, definition) !== null && isCovered(question, [...names, value.asked]),
  )
  if (found === undefined) return null
  return {
    sql: `SELECT ${name} FROM ${metric} WHERE ${dimensionOf(found, definition)} = ${writeLiteral(found.stored)}`,
    lead: leadFor(lead, found),
    unit,
  }
}

/** How an answer about the rows with one value begins. */
function leadFor(lead: string, value: ValueMention): string {
  return `${isSpelledSo(value) ? '' : `${noteSpelling(value)}\n\n`}${lead} for ${value.stored}`
}

/** Words that say how to compute a figure, and what the expression of a metric must hold for them. */
const COMPUTED: readonly (readonly [RegExp, RegExp | null])[] = [
  [/^(?:averages?|mean|avg|typical|typically)$/, /\b(?:avg|mean)\b/i],
  [/^medians?$/, /\bmedian\b/i],
  [/^(?:totals?|sums?|altogether)$/, /\b(?:sum|count)\b/i],
  [/^(?:different|distinct|unique)$/, /\bdistinct\b/i],
  [/^(?:above|below|under|over|more|less|fewer|greater|least|between)$/, null],
  [/^(?:since|until|before|after|during)$/, null],
]

type Metric = {
  readonly names: readonly string[]
  readonly dimensions: readonly string[]
  readonly computedAs: string
}

/** Whether a question wants another figure than the metric: its average, its maximum, or its values above a limit. */
function isComputedElse({ tokens }: Question, { names, dimensions, computedAs }: Metric): boolean {
  const known = new Set(names.flatMap(stemsOf))
  return tokens
    .filter((token) => !known.has(token.stem))
    .some(
      ({ word }) =>
        (SUPERLATIVE.test(word) && dimensions.length === 0) ||
        COMPUTED.some(([named, held]) => named.test(word) && held?.test(computedAs) !== true),
    )
}

/** The dimension of a metric that holds a value: a column of the metric's table; null where none does. */
function dimensionOf({ column }: ValueMention, definition: JsonObject): string | null {
  const at = column.lastIndexOf('.')
  const columns = Array.isArray(definition.columns) ? definition.columns.map(textOf).slice(0, -1) : []
  const isItsTable = textOf(definition.computed_as).endsWith(` of ${column.slice(0, at)}`)
  return columns.find((name) => isItsTable && name === column.slice(at + 1)) ?? null
}

type Catalog = {
  readonly values: readonly ValueMention[]
  /** By the names of the tables. */
  readonly dialects: ReadonlyMap<string, string>
}

function countTerm(
  question: Question,
  definition: JsonObject,
  { values, dialects }: Catalog,
): DefinedQuery | null {
  const { term, condition, table } = {
    term: textOf(definition.term),
    condition: textOf(definition.condition),
    table: textOf(definition.table),
  }
  if (term === '' || condition === '' || question.aggregate !== 'count' || asksForMore(question)) return null
  const names = [term, textOf(definition.synonym), table]
  const lead = `By your definition of ${term}`
  const sql = `SELECT count(*) AS rows_found FROM ${table} WHERE`
  if (isCovered(question, names)) return { sql: `${sql} ${condition}`, lead, unit: '' }
  const found = values.flatMap((value) => {
    const column = columnOf(value, table)
    return column !== null && isCovered(question, [...names, value.asked]) ? [{ value, column }] : []
  })
  const [only] = found
  // A value that two columns hold may mean either.
  if (only === undefined || found.length > 1) return null
  const column = identifier(only.column, dialectOf(dialects.get(table) ?? ''), true)
  return {
    sql: `${sql} (${condition}) AND ${column} = ${writeLiteral(only.value.stored)}`,
    lead: leadFor(lead, only.value),
    unit: '',
  }
}

/** The column of a table that holds a value; null for a value of another table, and where its name is no identifier. */
function columnOf({ column }: ValueMention, table: string): string | null {
  const name = column.startsWith(`${table}.`) ? column.slice(table.length + 1) : ''
  return /^[\p{L}_][\p{L}\p{N}_]*$/u.test(name) ? name : null
}

/** Whether a question asks for what a definition does not say: a time, a share, a chart, a number. */
function asksForMore({ tokens, grain, isOverTime, isShare, chart }: Question): boolean {
  return (
    grain !== null || isOverTime || isShare || chart !== null || tokens.some(({ text }) => /^\d/.test(text))
  )
}

/** Whether the names hold each word of the question that may name something. */
function isCovered({ tokens }: Question, names: readonly string[]): boolean {
  const known = new Set(names.flatMap(stemsOf))
  return contentTokens(tokens).every((token) => known.has(token.stem))
}

function stemsOf(name: string): string[] {
  return toWords(name).map(stem)
}

/** Writes the answer of a definition: one figure, or a table. */
export function writeDefined({ lead, unit }: DefinedQuery, rows: readonly JsonObject[]): string {
  const [first] = rows
  const values = Object.values(first ?? {})
  if (first === undefined) return `${lead}, there are no rows.`
  const [value] = values
  if (rows.length > 1 || values.length > 1)
    return `${lead}${unit === '' ? '' : `, in ${unit}`}:\n\n${writeTable(rows)}`
  const figure = toNumber(value) === null ? String(value ?? 'nothing') : formatNumber(value)
  return `${lead}, it is **${figure}${unit === '' ? '' : ` ${unit}`}**.`
}
