import type { DataSource, SourceTable } from '../source.ts'
import { splitName } from './table-name.ts'

/** How a statement names a table: `source.table`, each part quoted where SQL would not take it as it is. */
export function qualifiedName(source: Pick<DataSource, 'name'>, table: Pick<SourceTable, 'name'>): string {
  return [source.name, ...splitName(table.name)].map(quotedIfNeeded).join('.')
}

const PLAIN = /^[\p{L}_][\p{L}\p{M}\p{N}_]*$/u

function quotedIfNeeded(name: string): string {
  return PLAIN.test(name) ? name : `"${name.replaceAll('"', '""')}"`
}
