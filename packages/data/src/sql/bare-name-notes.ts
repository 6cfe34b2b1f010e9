import { qualifiedName } from '../names/qualified-name.ts'
import type { Mention } from './find-mentions.ts'

/** More notes than this are left out. */
const MAX_NOTES = 10

/**
 * A sentence for each name that a statement writes without its source although its tables come from several sources, so
 * that the reader sees which table was read.
 */
export function bareNameNotes(mentions: readonly Mention[]): string[] {
  const sources = new Set(mentions.map(({ source }) => source))
  if (sources.size < 2) return []
  const notes = mentions.flatMap(({ isQualified, name, source, table }) =>
    isQualified || table === null ? [] : [`${name} was read from ${qualifiedName(source, table)}.`],
  )
  return [...new Set(notes)].slice(0, MAX_NOTES)
}
