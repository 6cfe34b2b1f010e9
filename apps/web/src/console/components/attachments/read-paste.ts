/** Longer texts become attachments, because they would hide the question. */
const LONG_CHARACTERS = 4_000
const LONG_LINES = 60
/** Fewer lines are more likely to be a part of the question than a table. */
const TABLE_LINES = 8
const SEPARATORS = [
  ['\t', 'tsv'],
  [';', 'csv'],
  [',', 'csv'],
] as const

/** What a pasted text becomes: part of the question, rows of a file, or an attached text. */
export type Paste =
  | { readonly kind: 'question' | 'text' }
  | { readonly kind: 'table'; readonly format: string }

/** Decides by the shape and the length of a pasted text what it becomes. */
export function readPaste(text: string): Paste {
  const lines = text.split(/\r?\n/).filter((line) => line.trim() !== '')
  const format = lines.length >= TABLE_LINES ? formatOf(text, lines) : null
  if (format) return { kind: 'table', format }
  const isLong = text.length > LONG_CHARACTERS || lines.length > LONG_LINES
  return { kind: isLong ? 'text' : 'question' }
}

function formatOf(text: string, lines: readonly string[]): string | null {
  if (/^\s*[[{]/.test(text)) return isJson(text) ? 'json' : null
  const found = SEPARATORS.find(([separator]) => isTable(lines, separator))
  return found?.[1] ?? null
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

/** Whether every line has as many separators as the first one. Sentences with commas differ from line to line. */
function isTable(lines: readonly string[], separator: string): boolean {
  const counts = lines.map((line) => line.replaceAll(/"[^"]*"/g, '').split(separator).length - 1)
  const [first = 0] = counts
  return first > 0 && counts.every((count) => count === first)
}
