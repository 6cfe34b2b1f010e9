import { LEXICAL_RULES, type LexicalRules, type SqlDialect } from './sql-dialect.ts'

export type SqlToken = {
  readonly kind: 'word' | 'quoted' | 'string' | 'number' | 'symbol'
  /** As written. */
  readonly text: string
  /** An identifier without its quotes; otherwise the text. */
  readonly name: string
  /** The text in lower case where it is an unquoted word, so that keywords can be compared; otherwise the text. */
  readonly word: string
  readonly start: number
  readonly end: number
}

/** The tokens of a statement, and whether its last quote or comment is closed. */
export type SqlTokens = { readonly tokens: readonly SqlToken[]; readonly isComplete: boolean }

/**
 * Splits SQL text into tokens by the lexical rules of a dialect, without comments and white space. Reads each character
 * a bounded number of times, so that the time is linear in the length of the text.
 */
export function sqlTokens(sql: string, dialect: SqlDialect): SqlTokens {
  const rules = LEXICAL_RULES[dialect]
  const tokens: SqlToken[] = []
  let isComplete = true
  for (let at = 0; at < sql.length; ) {
    const piece = pieceAt(sql, at, rules)
    isComplete &&= piece.isComplete
    if (piece.kind !== 'space') tokens.push(tokenOf(sql.slice(at, piece.end), piece.kind, at))
    at = piece.end
  }
  return { tokens, isComplete }
}

type Piece = {
  readonly kind: SqlToken['kind'] | 'space'
  readonly end: number
  /** False where the text ends inside. */
  readonly isComplete: boolean
}

function pieceAt(sql: string, at: number, rules: LexicalRules): Piece {
  const code = sql.charCodeAt(at)
  // The usual characters first, without a regular expression for each.
  if (code <= 0x20) return whole('space', matchEnd(SPACE, sql, at))
  const isLetter = (code >= 0x61 && code <= 0x7a) || (code >= 0x41 && code <= 0x5a) || code === 0x5f
  if (!isLetter && SYMBOLS.has(code)) return whole('symbol', at + 1)
  const piece = commentAt(sql, at, rules) ?? quoteAt(sql, at, rules)
  if (piece) return piece
  const word = matchEnd(WORD, sql, at)
  if (word > at) return whole('word', word)
  const number = matchEnd(NUMBER, sql, at)
  if (number > at) return whole('number', number)
  const space = matchEnd(SPACE, sql, at)
  return space > at ? whole('space', space) : whole('symbol', at + symbolLength(sql, at))
}

/** Characters that are a token by themselves in every dialect. */
const SYMBOLS = new Set(Array.from('(),;.:]{}=<>+*!%&|^~?@', (character) => character.charCodeAt(0)))
const SPACE = /[\s\p{Cc}]+/uy
const WORD = /[\p{L}_][\p{L}\p{M}\p{N}_$]*/uy
const NUMBER = /\d[\w.]*/y
const DOLLAR_TAG = /\$(?:[\p{L}_][\p{L}\p{N}_]*)?\$/uy

/** Where a sticky pattern that matches at `at` ends; `at` where it does not match. */
function matchEnd(pattern: RegExp, sql: string, at: number): number {
  pattern.lastIndex = at
  return pattern.test(sql) ? pattern.lastIndex : at
}

function whole(kind: Piece['kind'], end: number): Piece {
  return { kind, end, isComplete: true }
}

/** An executable comment is one symbol; characters outside the basic plane are two code units. */
function symbolLength(sql: string, at: number): number {
  if (sql.startsWith('/*!', at)) return 3
  if (sql.startsWith('/*M!', at)) return 4
  return (sql.codePointAt(at) ?? 0) > 0xffff ? 2 : 1
}

function commentAt(sql: string, at: number, rules: LexicalRules): Piece | null {
  if (sql.startsWith('/*', at)) {
    const isExecutable = rules.hasExecutableComments && /^\/\*M?!/.test(sql.slice(at, at + 4))
    return isExecutable ? null : blockComment(sql, at, rules)
  }
  const isLine = rules.hasHashComments && sql[at] === '#'
  if (!isLine && !isDashComment(sql, at, rules)) return null
  const end = sql.slice(at).search(rules.endsLineAtReturn ? /[\r\n]/ : /\n/)
  return whole('space', end < 0 ? sql.length : at + end)
}

function isDashComment(sql: string, at: number, { dashesNeedSpace }: LexicalRules): boolean {
  if (!sql.startsWith('--', at)) return false
  return !dashesNeedSpace || at + 2 >= sql.length || sql.charCodeAt(at + 2) <= 0x20
}

const COMMENT_EDGE = /\/\*|\*\//g

function blockComment(sql: string, at: number, { nestsComments }: LexicalRules): Piece {
  let depth = 1
  COMMENT_EDGE.lastIndex = at + 2
  for (let edge = COMMENT_EDGE.exec(sql); edge; edge = COMMENT_EDGE.exec(sql)) {
    if (edge[0] === '*/') depth--
    else if (nestsComments) depth++
    // The slash of `*/` may begin what would look like `/*`.
    else COMMENT_EDGE.lastIndex = edge.index + 1
    if (depth === 0) return whole('space', COMMENT_EDGE.lastIndex)
  }
  return { kind: 'space', end: sql.length, isComplete: false }
}

function quoteAt(sql: string, at: number, rules: LexicalRules): Piece | null {
  const quote = sql[at]
  const isEscaped = rules.backslashes === 'all'
  if (quote === "'") return quoted('string', sql, { from: at + 1, quote, isEscaped })
  if (quote === '"' && rules.hasDoubleQuotedStrings)
    return quoted('string', sql, { from: at + 1, quote, isEscaped })
  if (quote === '"' || quote === '`')
    return quoted('quoted', sql, { from: at + 1, quote, isEscaped: rules.escapesNames })
  if (quote === '[' && rules.hasBracketNames) {
    const end = sql.indexOf(']', at)
    return { kind: 'quoted', end: end < 0 ? sql.length : end + 1, isComplete: end >= 0 }
  }
  if (rules.backslashes === 'prefixed' && (quote === 'e' || quote === 'E') && sql[at + 1] === "'")
    return quoted('string', sql, { from: at + 2, quote: "'", isEscaped: true })
  return quote === '$' && rules.hasDollarQuotes ? dollarQuoted(sql, at) : null
}

/** Reads up to the closing quote; a doubled quote stands for one. */
function quoted(
  kind: 'string' | 'quoted',
  sql: string,
  { from, quote, isEscaped }: { readonly from: number; readonly quote: string; readonly isEscaped: boolean },
): Piece {
  for (let at = from; at < sql.length; at++) {
    const character = sql[at]
    if (isEscaped && character === '\\') at++
    else if (character === quote) {
      if (sql[at + 1] !== quote) return whole(kind, at + 1)
      at++
    }
  }
  return { kind, end: sql.length, isComplete: false }
}

function dollarQuoted(sql: string, at: number): Piece | null {
  const from = matchEnd(DOLLAR_TAG, sql, at)
  if (from === at) return null
  const tag = sql.slice(at, from)
  const close = sql.indexOf(tag, from)
  const end = close < 0 ? sql.length : close + tag.length
  return { kind: 'string', end, isComplete: close >= 0 }
}

function tokenOf(text: string, kind: SqlToken['kind'], start: number): SqlToken {
  const name = kind === 'quoted' ? nameIn(text) : text
  const word = kind === 'word' ? text.toLowerCase() : text
  return { kind, text, name, word, start, end: start + text.length }
}

function nameIn(text: string): string {
  const quote = text[0] ?? ''
  const inside = text.slice(1, -1)
  return quote === '[' ? inside : inside.replaceAll(quote + quote, quote)
}
