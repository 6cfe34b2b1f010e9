import type { SqlDialect } from './sql-dialect.ts'
import { type SqlToken, sqlTokens } from './sql-tokens.ts'

/** A function that a statement calls, in lower case, with its schema where it is written. */
export type CalledFunction = { readonly schema: string | null; readonly name: string }

/**
 * The functions that a statement calls, also with a space or a comment before the parenthesis. `words` are keywords and
 * types that may stand before a parenthesis.
 */
export function calledFunctions(
  sql: string,
  { dialect, words }: { dialect: SqlDialect; words: ReadonlySet<string> },
): CalledFunction[] {
  const { tokens } = sqlTokens(sql, dialect)
  const ends = closingParentheses(tokens)
  return tokens.flatMap((token, at): CalledFunction[] => {
    const before = tokens[at - 1]
    const name = token.name.toLowerCase()
    if (!(token.kind === 'word' || token.kind === 'quoted')) return []
    // ClickHouse calls the function of `* APPLY (f)`.
    const isApplied = before?.text === '(' && tokens[at - 2]?.word === 'apply'
    if (tokens[at + 1]?.text !== '(') return isApplied ? [{ schema: null, name }] : []
    if (before?.text === '.') return [{ schema: (tokens[at - 2]?.name ?? '').toLowerCase(), name }]
    if (token.kind === 'word' && words.has(name)) return []
    // The columns of a derived table: `… AS t (a, b)`.
    if (before?.word === 'as' || before?.text === ')') return []
    // The columns of a common table expression: `t (a, b) AS (…)`.
    const end = ends.get(at + 1) ?? tokens.length
    return tokens[end + 1]?.word === 'as' && tokens[end + 2]?.text === '(' ? [] : [{ schema: null, name }]
  })
}

/** For each opening parenthesis the place of its closing one. */
function closingParentheses(tokens: readonly SqlToken[]): ReadonlyMap<number, number> {
  const open: number[] = []
  const ends = new Map<number, number>()
  for (const [at, { kind, text }] of tokens.entries()) {
    if (kind !== 'symbol') continue
    if (text === '(') open.push(at)
    if (text === ')') ends.set(open.pop() ?? -1, at)
  }
  return ends
}
