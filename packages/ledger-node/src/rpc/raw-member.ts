const QUOTE = 0x22
const BACKSLASH = 0x5c

/**
 * Returns the source text of a member of a JSON object, byte for byte, which parsing would lose. Of equal names the last
 * one counts, as in parsing. `text` must be a valid JSON object.
 */
export function rawMember(text: string, name: string): string | undefined {
  let found: string | undefined
  let position = skipSpace(text, text.indexOf('{') + 1)
  while (text[position] === '"') {
    const nameEnd = endOfString(text, position)
    const isWanted = JSON.parse(text.slice(position, nameEnd)) === name
    const start = skipSpace(text, text.indexOf(':', nameEnd) + 1)
    const end = endOfValue(text, start)
    if (isWanted) found = text.slice(start, end)
    position = skipSpace(text, end)
    if (text[position] === ',') position = skipSpace(text, position + 1)
  }
  return found
}

function skipSpace(text: string, start: number): number {
  let position = start
  while (' \t\n\r'.includes(text[position] ?? 'x')) position++
  return position
}

function endOfString(text: string, start: number): number {
  let position = start + 1
  while (position < text.length && text.charCodeAt(position) !== QUOTE) {
    position += text.charCodeAt(position) === BACKSLASH ? 2 : 1
  }
  return position + 1
}

function endOfValue(text: string, start: number): number {
  if (text[start] === '"') return endOfString(text, start)
  let depth = 0
  let position = start
  while (position < text.length) {
    const character = text[position] ?? ''
    if (character === '"') {
      position = endOfString(text, position)
      continue
    }
    if (depth === 0 && ', \t\n\r}]'.includes(character)) return position
    if (character === '{' || character === '[') depth++
    if (character === '}' || character === ']') depth--
    position++
    if (depth === 0 && (character === '}' || character === ']')) return position
  }
  return position
}
