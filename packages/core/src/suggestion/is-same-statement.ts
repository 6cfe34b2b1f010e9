/** Texts between quotes, and comments. The groups: a quoted text, a comment. */
const PARTS = /('(?:[^']|'')*'|"(?:[^"]|"")*"|`[^`]*`)|(--[^\n]*|\/\*[\s\S]*?\*\/)/g

/**
 * Whether two statements differ only in white space, comments, a last semicolon and the case of letters outside of
 * quotes.
 */
export function isSameStatement(one: string, other: string): boolean {
  return bare(one) === bare(other)
}

function bare(sql: string): string {
  const quoted: string[] = []
  const rest = sql.replaceAll(PARTS, (_part, text: string | undefined) => {
    if (text === undefined) return ' '
    quoted.push(text)
    return '\u0000'
  })
  const words = rest.toLowerCase().match(/\w+|[^\s\w]/g) ?? []
  while (words.at(-1) === ';') words.pop()
  return JSON.stringify([words, quoted])
}
