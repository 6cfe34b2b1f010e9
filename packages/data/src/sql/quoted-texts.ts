import type { QueryableSource } from '@parley/domain'
import { isNearName, nearestNames } from '../names/nearest-names.ts'
import type { SqlToken } from '../statement/sql-tokens.ts'
import type { Statement } from '../statement/statement.ts'
import { tableIndex } from './table-index.ts'

/** A statement in which texts stand in single quotes, and a sentence for each text that stood in double quotes. */
export type QuotedTexts = { readonly sql: string; readonly notes: readonly string[] }

/**
 * Reads `column = "text"` of SQLite as the text, as SQLite does where it may
 * (https://www.sqlite.org/quirks.html#dblquote). A name stays a name where a column or an alias has it, or nearly has
 * it: then the statement fails with the right name instead of comparing with a text by mistake. Returns null where
 * nothing changes.
 */
export function readQuotedTexts(statement: Statement, source: QueryableSource): QuotedTexts | null {
  const texts = operands(statement.tokens).filter(({ text }) => text.startsWith('"'))
  if (texts.length === 0) return null
  const names = new Set(namesIn(statement, source))
  const known = new Set(Array.from(names, (name) => name.toLowerCase()))
  const unknown = new Set(texts.map(({ name }) => name).filter((name) => !known.has(name.toLowerCase())))
  if (unknown.size > MAX_TEXTS) return null
  const read = new Set(
    unknown.values().filter((name) => !nearestNames(name, names, 1).some((one) => isNearName(name, one))),
  )
  const meant = texts.filter(({ name }) => read.has(name))
  if (meant.length === 0) return null
  const parts: string[] = []
  let from = 0
  for (const token of meant) {
    parts.push(statement.sql.slice(from, token.start), asText(token))
    from = token.end
  }
  const notes = meant.map(
    (token) => `${token.text} was read as the text ${asText(token)}; write texts in single quotes.`,
  )
  return {
    sql: [...parts, statement.sql.slice(from)].join(''),
    notes: [...new Set(notes)].slice(0, MAX_NOTES),
  }
}

const MAX_NOTES = 3
/** More different texts are left as they are, because each is compared with all columns. */
const MAX_TEXTS = 20

function asText({ name }: SqlToken): string {
  return `'${name.replaceAll("'", "''")}'`
}

const BEFORE_OPERANDS = new Set(['=', '<', '>', '|'])
const WORDS_BEFORE_OPERANDS = new Set(['like', 'glob', 'then', 'else', 'between'])
/** Functions whose argument is a column. */
const OF_COLUMNS = new Set(['count', 'sum', 'avg', 'min', 'max', 'total'])

/** Quoted names where a value may stand: behind an operator, in the list of IN, as an argument of a function. */
function operands(tokens: readonly SqlToken[]): SqlToken[] {
  const calls: boolean[] = []
  let between = false
  return tokens.filter((token, at) => {
    const before = tokens[at - 1]
    if (token.text === '(') calls.push(takesValues(tokens, at))
    if (token.text === ')') calls.pop()
    if (token.word === 'between') between = true
    const isUpperBound = between && before?.word === 'and'
    if (isUpperBound) between = false
    if (token.kind !== 'quoted' || tokens[at + 1]?.text === '.' || tokens[at + 1]?.text === '(') return false
    if (before?.text === '(' || before?.text === ',') return calls.at(-1) === true
    return (
      isUpperBound || BEFORE_OPERANDS.has(before?.text ?? '') || WORDS_BEFORE_OPERANDS.has(before?.word ?? '')
    )
  })
}

/** Whether a bracket holds the list of IN or the arguments of a function. */
function takesValues(tokens: readonly SqlToken[], open: number): boolean {
  const before = tokens[open - 1]
  if (before?.kind !== 'word' || OF_COLUMNS.has(before.word)) return false
  return tokens[open + 1]?.word !== 'select' && !NOT_CALLS.has(before.word)
}

/** Words before brackets that hold names or conditions. */
const NOT_CALLS = new Set([
  'by',
  'from',
  'join',
  'using',
  'on',
  'where',
  'and',
  'or',
  'not',
  'having',
  'select',
  'as',
  'over',
])

/** The columns and tables that the statement may mean, and the aliases in it. */
function* namesIn({ tokens, names }: Statement, source: QueryableSource): Generator<string> {
  const { byLastPart } = tableIndex(source)
  for (const name of names) {
    for (const table of byLastPart.get(name) ?? []) {
      yield name
      for (const column of table.columns) yield column.name
    }
  }
  for (const [at, token] of tokens.entries()) if (token.word === 'as') yield tokens[at + 1]?.name ?? ''
}
