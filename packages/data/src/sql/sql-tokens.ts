export type SqlToken = {
  readonly kind: 'word' | 'quoted' | 'string' | 'number' | 'symbol'
  /** As written. */
  readonly text: string
  /** An identifier without its quotes; else the text. */
  readonly name: string
  readonly start: number
  readonly end: number
}

const PATTERN = new RegExp(
  [
    String.raw`(?<space>\s+|--[^\n]*|/\*[\s\S]*?(?:\*/|$))`,
    String.raw`(?<dollar>\$(?<tag>[A-Za-z_]*)\$[\s\S]*?(?:\$\k<tag>\$|$))`,
    String.raw`(?<string>[eE]'(?:[^'\\]|\\[\s\S]|'')*(?:'|$)|'(?:[^']|'')*(?:'|$))`,
    '(?<quoted>"(?:[^"]|"")*(?:"|$)|`(?:[^`]|``)*(?:`|$))',
    String.raw`(?<number>\d[\w.]*)`,
    String.raw`(?<word>[\p{L}_][\p{L}\p{M}\p{N}_$]*)`,
    String.raw`(?<symbol>[\s\S])`,
  ].join('|'),
  'gu',
)

/**
 * The words of an SQL text without comments and white space. Made to find names in statements of several dialects, not
 * to guard anything: the engines do that.
 */
export function sqlTokens(sql: string): SqlToken[] {
  const tokens: SqlToken[] = []
  for (const match of sql.matchAll(PATTERN)) {
    const groups = match.groups ?? {}
    if (groups.space !== undefined) continue
    const [text] = match
    tokens.push({
      kind: kindOf(groups),
      text,
      name: nameOf(text),
      start: match.index,
      end: match.index + text.length,
    })
  }
  return tokens
}

function kindOf(groups: Record<string, string | undefined>): SqlToken['kind'] {
  if (groups.word !== undefined) return 'word'
  if (groups.quoted !== undefined) return 'quoted'
  if (groups.number !== undefined) return 'number'
  return groups.symbol === undefined ? 'string' : 'symbol'
}

function nameOf(text: string): string {
  const [quote] = text
  if (quote !== '"' && quote !== '`') return text
  return text.slice(1, -1).replaceAll(quote + quote, quote)
}
