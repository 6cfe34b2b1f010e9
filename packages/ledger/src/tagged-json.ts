// One tag character before every text and every number distinguishes them after both have become texts.
const TEXT = '$'
const NUMBER = '#'
// Matches a text, with the colon when it is a name and up to the end when it is unclosed; or the characters
// of a number.
const TOKEN = /"[^"\\]*(?:\\.[^"\\]*)*(?:"(\s*:)?)?|-?\d[\d.eE+-]*/gs

/**
 * Parses JSON in runtimes that pass a reviver only the parsed number. `readNumber` receives its source text.
 *
 * @throws SyntaxError when the text is not JSON.
 */
export function parseTagged(text: string, readNumber: (source: string) => unknown): unknown {
  return JSON.parse(text.replace(TOKEN, tag), (_key, value: unknown) => {
    if (typeof value !== 'string') return value
    return value.startsWith(NUMBER) ? readNumber(value.slice(1)) : value.slice(1)
  })
}

/** Writes JSON in runtimes without JSON.rawJSON: a bigint becomes an integer with all its digits. */
export function stringifyTagged(value: unknown): string {
  const tagged = JSON.stringify(value, (_key, part: unknown) => {
    if (typeof part === 'bigint') return NUMBER + part
    return typeof part === 'string' ? TEXT + part : part
  })
  return tagged.replace(TOKEN, untag)
}

function tag(token: string, colon?: string): string {
  if (colon !== undefined) return token
  return token.startsWith('"') ? `"${TEXT}${token.slice(1)}` : `"${NUMBER}${token}"`
}

function untag(token: string, colon?: string): string {
  if (colon !== undefined || !token.startsWith('"')) return token
  return token.startsWith(NUMBER, 1) ? token.slice(2, -1) : `"${token.slice(2)}`
}
