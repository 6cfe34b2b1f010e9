import { nearestNames } from '../names/nearest-names.ts'
import { shortSample } from '../source/sample-value.ts'
import type { Select, TokenRange } from '../statement/read-selects.ts'
import type { SqlToken } from '../statement/sql-tokens.ts'
import {
  type Check,
  columnOf,
  columnText,
  type NamedColumn,
  type Probe,
  type StatementView,
  selectAt,
  tableText,
} from './statement-view.ts'

const TEXT_TYPE = /char|text|string|clob|^(enum|set|any)\b/i
const NUMBER_TYPE = /^(big|small|tiny|medium|u|hyper)*int|^(numeric|decimal|number|real|double|float)/i
/** A text that is compared like a number. */
const NUMBER = /^'\s*[-+]?(\d+\.?\d*|\.\d+)(e[-+]?\d+)?\s*'$/i
/** Values that are compared with one that the column does not hold. */
const COMPARED_VALUES = 2000
/** Longer texts are no names of things. */
const MAX_CHARACTERS = 100
const SHOWN_CHARACTERS = 60

type Compared = {
  readonly column: NamedColumn
  readonly token: SqlToken
  /** LIKE or ILIKE as written; null for a comparison with the whole text. */
  readonly like: string | null
  /** The function of letter case around the column, as written; null for none. */
  readonly folded: string | null
}

type ComparedColumn = { readonly column: NamedColumn; readonly folded: string | null }

/**
 * Says that a column does not hold the text that a statement compares it with, or has no value LIKE the pattern. Names
 * the nearest values. An empty text mostly stands for no value.
 */
export const checkUnknownValues: Check = (view) => {
  const compared = new Map<string, Probe>()
  for (const [at, token] of view.statement.tokens.entries()) {
    if (token.kind !== 'string' || token.text === "''" || token.text.length > MAX_CHARACTERS) continue
    const found = comparedColumn(view, at)
    if (!found || !canDiffer(found.column, token)) continue
    const { item, column } = found.column
    compared.set(
      `${item.alias}\0${column.name}\0${token.text}`,
      probeOf(view, { ...found, token, like: likeBefore(view.statement.tokens[at - 1]) }),
    )
  }
  return [...compared.values()]
}

/** Some engines accept a comparison of a column of numbers with any text, and then no value is equal. */
function canDiffer({ column: { type } }: NamedColumn, { text }: SqlToken): boolean {
  return TEXT_TYPE.test(type) || (NUMBER_TYPE.test(type) && !NUMBER.test(text))
}

/** The column before `= 'text'`, before `LIKE 'text'` or before `IN ('text', …)`. */
function comparedColumn(view: StatementView, at: number): ComparedColumn | null {
  const { tokens } = view.statement
  const select = selectAt(view, at)
  let before = at - 1
  if (tokens[before]?.text === '(' || tokens[before]?.text === ',') {
    while (tokens[before]?.text === ',' && tokens[before - 1]?.kind === 'string') before -= 2
    if (tokens[before]?.text !== '(' || tokens[before - 1]?.word !== 'in') return null
    before -= tokens[before - 2]?.word === 'not' ? 2 : 1
  } else if (likeBefore(tokens[before]) !== null) {
    if (tokens[before - 1]?.word === 'not' || tokens[at + 1]?.word === 'escape') return null
  } else if (tokens[before]?.text === '>' && tokens[before - 1]?.text === '<') before--
  else if (tokens[before]?.text === '=' && tokens[before - 1]?.text === '!') before--
  else if (tokens[before]?.text !== '=' || /[<>]/.test(tokens[before - 1]?.text ?? '')) return null
  return select && columnBefore(view, select, before)
}

/** The column that ends before a token: `name`, `table.name`, or one of these in lower(…) or upper(…). */
function columnBefore(view: StatementView, select: Select, end: number): ComparedColumn | null {
  const { tokens } = view.statement
  const isCalled = tokens[end - 1]?.text === ')'
  const to = isCalled ? end - 1 : end
  const from = to - (tokens[to - 2]?.text === '.' ? 3 : 1)
  const called = isCalled && tokens[from - 1]?.text === '(' ? tokens[from - 2] : undefined
  const folded = called?.word === 'lower' || called?.word === 'upper' ? called.text : null
  if (isCalled && (folded === null || isAlternative(tokens, { from: from - 2, to: end + 1 }))) return null
  const column = columnOf(view, select, { from, to })
  return column && { column, folded }
}

/** Whether OR joins a comparison with others: statements that look for a name in every column are right if one holds it. */
function isAlternative(tokens: readonly SqlToken[], { from, to }: TokenRange): boolean {
  return tokens[from - 1]?.word === 'or' || tokens[to + 1]?.word === 'or'
}

/** LIKE or ILIKE as written; null for every other operator. */
function likeBefore(token: SqlToken | undefined): string | null {
  return token?.word === 'like' || token?.word === 'ilike' ? token.text : null
}

function probeOf(view: StatementView, compared: Compared): Probe {
  const { column, token, like, folded } = compared
  const name = columnText(view, column.column)
  const left = folded === null ? name : `${folded}(${name})`
  const table = tableText(view, column.item)
  return {
    sql: `SELECT 1 AS found FROM ${table} WHERE ${left} ${like ?? '='} ${token.text} LIMIT 1`,
    read: (rows) =>
      rows.length > 0
        ? null
        : (meantValue(compared) ?? {
            sql: `SELECT DISTINCT ${name} AS value FROM ${table} WHERE ${name} IS NOT NULL LIMIT ${COMPARED_VALUES}`,
            read: (found) => sentence(compared, found.map(({ value }) => String(value)).sort()),
          }),
  }
}

function missingValue({ column: { table, column }, token, like, folded }: Compared): string {
  const name = `${table.name}.${column.name}`
  if (folded !== null) return `${folded}(${name}) is never ${like === null ? '' : `like `}${token.text}`
  return like === null ? `${name} does not hold ${token.text}` : `${name} has no value like ${token.text}`
}

/**
 * The sentence that needs no values: which value the owner means by the text, or only that it is missing, where the
 * values may not be searched. Otherwise null.
 */
function meantValue(compared: Compared): string | null {
  const { isSearched = true, valueSynonyms = [] } = compared.column.column
  const missing = `${missingValue(compared)}.`
  const word = textOf(compared).replaceAll("''", "'").toLowerCase()
  const meant = valueSynonyms.find(({ synonyms }) => synonyms.some((one) => one.toLowerCase() === word))
  if (meant) return `${missing} Its owner means '${meant.value.replaceAll("'", "''")}' by it.`
  return isSearched ? null : missing
}

/** The text that is compared, without the wildcards of LIKE. */
function textOf({ token, like }: Compared): string {
  const text = token.text.slice(1, -1)
  return like === null ? text : text.replace(/[%_]+/g, ' ').trim()
}

function sentence(compared: Compared, values: readonly string[]): string {
  const value = textOf(compared)
  const missing = missingValue(compared)
  const near = nearestNames(value, values)
  const shown = (near.length > 0 ? near : values.slice(0, 3)).map(
    (one) => `'${shortSample(one, SHOWN_CHARACTERS)}'`,
  )
  const isWhole = compared.like === null && compared.folded === null
  const padded = isWhole && values.find((one) => one.trim() === value && one !== value)
  if (padded)
    return `${missing} but '${padded}', with blanks around it. Compare with trim(${compared.column.column.name}).`
  const offer =
    near.length > 0
      ? `The nearest values are ${shown.join(', ')}.`
      : `It holds values such as ${shown.join(', ')}.`
  return `${missing}.${shown.length > 0 ? ` ${offer}` : ''}`
}
