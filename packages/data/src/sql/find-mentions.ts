import type { QueryableSource, SourceTable } from '@parley/domain'
import { type ColumnReference, pathKey, type Statement, type TableReference } from '../statement/statement.ts'
import { tablesNamed } from './table-index.ts'

/** A table of a source that a statement names. */
export type Mention = {
  readonly source: QueryableSource
  /** Null where the statement names the source and the source has no such table. */
  readonly table: SourceTable | null
  /** As written. */
  readonly name: string
  /** Whether the name begins with the source's name. */
  readonly isQualified: boolean
  /** The position of the source's name and its dot; empty when they were left out. */
  readonly prefix: { readonly start: number; readonly end: number }
}

/** The tables that a statement names where a table may stand, and its columns that are named with their table. */
export function findMentions(statement: Statement, sources: readonly QueryableSource[]): Mention[] {
  const byName = new Map(sources.map((source) => [source.name.toLowerCase(), source]))
  const byReference = new Map<TableReference, Mention>()
  for (const reference of statement.tables) {
    const mention = mentionOf(reference, { byName, sources })
    if (mention) byReference.set(reference, mention)
  }
  const ofColumns = statement.columns.flatMap((column) => mentionOfColumn(column, byReference) ?? [])
  return [...byReference.values(), ...ofColumns].sort((a, b) => a.prefix.start - b.prefix.start)
}

type Places = {
  readonly byName: ReadonlyMap<string, QueryableSource>
  readonly sources: readonly QueryableSource[]
}

/**
 * A name stays unchanged when the whole name is also a table of the source: `shop.orders` in a source `shop`
 * with a schema `shop`.
 */
function mentionOf({ path, place }: TableReference, { byName, sources }: Places): Mention | null {
  const [first, second] = path
  if (!first) return null
  const parts = path.map(({ name }) => name.toLowerCase())
  const source = byName.get(parts[0] ?? '')
  const name = path.map(({ text }) => text).join('.')
  if (source && second) {
    const [exact] = tablesNamed(source, parts)
    const [table = null] = tablesNamed(source, parts.slice(1))
    const bare = { source, name, isQualified: true, prefix: { start: first.start, end: first.start } }
    if (exact) return { ...bare, table: exact }
    const isElsewhere = table === null && ownerOf(parts, sources) !== null
    const isKnown = table !== null || (place === 'from' && !isElsewhere)
    if (isKnown) return { ...bare, table, prefix: { start: first.start, end: second.start } }
  }
  const owner = ownerOf(parts, sources)
  const prefix = { start: first.start, end: first.start }
  return owner && { ...owner, name, isQualified: false, prefix }
}

/** The only source with such a table. Offered sources do not make the owner's own names ambiguous. */
function ownerOf(
  parts: readonly string[],
  sources: readonly QueryableSource[],
): Pick<Mention, 'source' | 'table'> | null {
  const owners = sources.flatMap((source) => {
    const [table] = tablesNamed(source, parts)
    return table ? [{ source, table }] : []
  })
  const own = owners.filter(({ source }) => !source.offered)
  const [only, ...others] = own.length > 0 ? own : owners
  return others.length === 0 ? (only ?? null) : null
}

/** The longest name of a table: source, catalog, schema and table. */
const MAX_PARTS = 4

/** The table before a column, where a FROM clause around it names that table with its source and without an alias. */
function mentionOfColumn(
  { path, scope: inside }: ColumnReference,
  byReference: ReadonlyMap<TableReference, Mention>,
): Mention | null {
  const [first, second] = path
  const keys = [2, 3, MAX_PARTS]
    .filter((count) => count <= path.length)
    .map((count) => pathKey(path.slice(0, count)))
  if (!first || !second) return null
  for (let scope: typeof inside | null = inside; scope; scope = scope.parent) {
    for (const key of keys) {
      const reference = scope.references.get(key)
      const mention = reference && byReference.get(reference)
      if (!mention) continue
      const isStripped = mention.prefix.end > mention.prefix.start
      const prefix = { start: first.start, end: isStripped ? second.start : first.start }
      return isStripped ? { ...mention, prefix } : null
    }
  }
  return null
}
