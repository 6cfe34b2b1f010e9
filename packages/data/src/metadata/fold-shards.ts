import type { SourceTable } from '@parley/domain'

const DATED = /^(?<base>.*?)_?(?<date>(?:19|20)\d{2}(?:_?(?:0[1-9]|1[0-2])(?:_?(?:0[1-9]|[12]\d|3[01]))?)?)$/
const MIN_SHARDS = 4

/**
 * Replaces the shards of a table that is divided by date (`events_20240101`, `events_20240102`, …) by the newest one, so
 * that they do not crowd an answer. Its description says how many shards there are.
 */
export function foldShards(tables: readonly SourceTable[]): SourceTable[] {
  const groups = Map.groupBy(tables, (table) => {
    const base = DATED.exec(table.name)?.groups?.base
    return base === undefined ? table.name : `${base}\0${table.columns.map(({ name }) => name).join('\0')}`
  })
  return [...groups.values()].flatMap((group) => (group.length < MIN_SHARDS ? group : [folded(group)]))
}

function folded(group: readonly SourceTable[]): SourceTable {
  const sorted = group.toSorted((a, b) => (a.name < b.name ? -1 : 1))
  const [first, last] = [sorted[0], sorted.at(-1)]
  if (!first || !last) throw new RangeError('A group has at least one table')
  const note = `One of ${group.length} tables of the same form, from ${first.name} to ${last.name}.`
  return { ...last, description: [last.description, note].filter((part) => part !== '').join(' ') }
}
