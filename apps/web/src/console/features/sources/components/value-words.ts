import type { DataSource } from '@parley/contract'

type ValueSynonyms = NonNullable<DataSource['tables'][number]['columns'][number]['value_synonyms']>

/** The lines of a form for other words for values: `Netherlands = Holland, NL`. */
export function writeValueWords(words: ValueSynonyms): string {
  return words.map(({ value, synonyms }) => `${value} = ${synonyms.join(', ')}`).join('\n')
}

/**
 * Reads the lines of that form. The value ends at the last `=` of a line, because values may hold one. Returns the first
 * line that cannot be read instead.
 */
export function readValueWords(text: string): ValueSynonyms | { readonly unreadable: string } {
  const words: ValueSynonyms = []
  for (const line of text.split('\n').map((one) => one.trim())) {
    if (line === '') continue
    const at = line.lastIndexOf('=')
    const value = line.slice(0, Math.max(0, at)).trim()
    const synonyms = line
      .slice(at + 1)
      .split(',')
      .map((one) => one.trim())
      .filter((one) => one !== '')
    if (value === '' || synonyms.length === 0) return { unreadable: line }
    words.push({ value, synonyms })
  }
  return words
}
