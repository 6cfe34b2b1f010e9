import { nearestNames } from '../names/nearest-names.ts'
import { shortSample } from '../source/sample-value.ts'
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
/** Values that are compared with one that the column does not hold. */
const COMPARED_VALUES = 2000
/** Longer texts are no names of things. */
const MAX_CHARACTERS = 100
const SHOWN_CHARACTERS = 60

/** Says that a text column does not hold the value that a statement compares it with, and which values are near. */
export const checkUnknownValues: Check = (view) => {
  const compared = new Map<string, Probe>()
  for (const [at, token] of view.statement.tokens.entries()) {
    if (token.kind !== 'string' || token.text.length > MAX_CHARACTERS) continue
    const column = comparedColumn(view, at)
    if (!column || !TEXT_TYPE.test(column.column.type)) continue
    compared.set(
      `${column.item.alias}\0${column.column.name}\0${token.text}`,
      probeOf(view, { column, token }),
    )
  }
  return [...compared.values()]
}

/** The column before `= 'text'` or before `IN ('text', …)`. */
function comparedColumn(view: StatementView, at: number): NamedColumn | null {
  const { tokens } = view.statement
  const select = selectAt(view, at)
  let before = at - 1
  if (tokens[before]?.text === '(' || tokens[before]?.text === ',') {
    while (tokens[before]?.text === ',' && tokens[before - 1]?.kind === 'string') before -= 2
    if (tokens[before]?.text !== '(' || tokens[before - 1]?.word !== 'in') return null
    before -= tokens[before - 2]?.word === 'not' ? 2 : 1
  } else if (tokens[before]?.text === '>' && tokens[before - 1]?.text === '<') before--
  else if (tokens[before]?.text === '=' && tokens[before - 1]?.text === '!') before--
  else if (tokens[before]?.text !== '=' || /[<>]/.test(tokens[before - 1]?.text ?? '')) return null
  const isPath = tokens[before - 2]?.text === '.'
  return select && columnOf(view, select, { from: before - (isPath ? 3 : 1), to: before })
}

function probeOf(view: StatementView, { column, token }: { column: NamedColumn; token: SqlToken }): Probe {
  const name = columnText(view, column.column)
  const table = tableText(view, column.item)
  return {
    sql: `SELECT 1 AS found FROM ${table} WHERE ${name} = ${token.text} LIMIT 1`,
    read: (rows) =>
      rows.length > 0
        ? null
        : (meantValue({ column, token }) ?? {
            sql: `SELECT DISTINCT ${name} AS value FROM ${table} WHERE ${name} IS NOT NULL LIMIT ${COMPARED_VALUES}`,
            read: (found) =>
              sentence({ column, token, values: found.map(({ value }) => String(value)).sort() }),
          }),
  }
}

/** What can be said without reading values: the owner's word for one, or nothing more where they are not to be searched. */
function meantValue({
  column: { table, column },
  token,
}: {
  readonly column: NamedColumn
  readonly token: SqlToken
}): string | null {
  const { isSearched = true, valueSynonyms = [] } = column
  const missing = `${table.name}.${column.name} does not hold ${token.text}.`
  const word = token.text.slice(1, -1).replaceAll("''", "'").toLowerCase()
  const meant = valueSynonyms.find(({ synonyms }) => synonyms.some((one) => one.toLowerCase() === word))
  if (meant) return `${missing} Its owner means '${meant.value.replaceAll("'", "''")}' by it.`
  return isSearched ? null : missing
}

function sentence({
  column: { table, column },
  token,
  values,
}: {
  column: NamedColumn
  token: SqlToken
  values: readonly string[]
}): string {
  const value = token.text.slice(1, -1)
  const near = nearestNames(value, values)
  const shown = (near.length > 0 ? near : values.slice(0, 3)).map(
    (one) => `'${shortSample(one, SHOWN_CHARACTERS)}'`,
  )
  const padded = values.find((one) => one.trim() === value && one !== value)
  if (padded !== undefined)
    return `${table.name}.${column.name} does not hold ${token.text} but '${padded}', with blanks around it. Compare with trim(${column.name}).`
  const offer =
    near.length > 0
      ? `The nearest values are ${shown.join(', ')}.`
      : `It holds values such as ${shown.join(', ')}.`
  return `${table.name}.${column.name} does not hold ${token.text}.${shown.length > 0 ? ` ${offer}` : ''}`
}
