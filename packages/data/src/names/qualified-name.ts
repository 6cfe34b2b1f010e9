import { isReservedWord } from '@parley/domain'
import { splitName } from './table-name.ts'

/** Returns the name of a table as a statement writes it, `source.table`, with double quotes where SQL needs them. */
export function qualifiedName(source: { readonly name: string }, table: { readonly name: string }): string {
  return [source.name, ...splitName(table.name)].map(quotedIfNeeded).join('.')
}

const PLAIN = /^[\p{L}_][\p{L}\p{M}\p{N}_]*$/u

/** A name with double quotes where SQL needs them. */
export function quotedIfNeeded(name: string): string {
  return PLAIN.test(name) && !isReservedWord(name.toLowerCase()) ? name : `"${name.replaceAll('"', '""')}"`
}
