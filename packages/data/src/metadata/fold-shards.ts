import type { SourceTable } from '@parley/domain'

/** A date (a year, perhaps with quarter, month and day) or a release number as a part of a table's name. */
const DATED =
  /_?(?<!\d)(?:19|20)\d{2}(?:_?(?:0[1-9]|1[0-2])(?:_?(?:0[1-9]|[12]\d|3[01]))?|_?q[1-4])?(?![\p{L}\p{N}])|_r\d{1,3}(?![\p{L}\p{N}])/giu
/** Fewer tables of the same form are shown each for itself. */
const MIN_SHARDS = 4
/** Tables whose names differ only by date have the same form when they share this part of their columns. */
const SHARED_COLUMNS = 0.8
/** Forms change over time, so a shard is compared with this many forms before it, which also bounds the work. */
const COMPARED_FORMS = 8

const byNumber = new Intl.Collator('en', { numeric: true })

/**
 * Replaces the shards of a table that is divided by date or release (`events_20240101`, `events_20240102`, …) by the
 * newest one, so that they do not crowd an answer. Its description says how many shards there are.
 */
export function foldShards(tables: readonly SourceTable[]): SourceTable[] {
  return shardGroups(tables).map(([newest, ...older]) => {
    const oldest = older.at(-1)
    return oldest
      ? { ...newest, description: described(newest, { oldest, count: older.length + 1 }) }
      : newest
  })
}

type Shards = readonly [SourceTable, ...SourceTable[]]

/**
 * Groups the tables whose names differ only by date or release and whose columns are nearly the same, newest first. A
 * table without shards stands alone in its group.
 */
export function shardGroups(tables: readonly SourceTable[]): Shards[] {
  const named = Map.groupBy(tables, ({ name }) => name.replace(DATED, '*'))
  return [...named.values()].flatMap((alike) => {
    const groups = alike.length < MIN_SHARDS ? [] : sameForm(alike)
    const shards = groups.filter((group) => group.length >= MIN_SHARDS)
    const folded = new Set(shards.flat())
    return [...shards, ...alike.filter((table) => !folded.has(table)).map((table): Shards => [table])]
  })
}

function sameForm(tables: readonly SourceTable[]): Shards[] {
  const groups: { readonly names: ReadonlySet<string>; readonly tables: [SourceTable, ...SourceTable[]] }[] =
    []
  for (const table of tables.toSorted((a, b) => byNumber.compare(b.name, a.name))) {
    const names = new Set(table.columns.map(({ name }) => name))
    const group = groups.slice(-COMPARED_FORMS).find((other) => isAlike(other.names, names))
    if (group) group.tables.push(table)
    else groups.push({ names, tables: [table] })
  }
  return groups.map((group) => group.tables)
}

function isAlike(some: ReadonlySet<string>, others: ReadonlySet<string>): boolean {
  const common = [...others].filter((name) => some.has(name)).length
  return common >= SHARED_COLUMNS * (some.size + others.size - common)
}

function described(
  { name, description }: SourceTable,
  { oldest, count }: { oldest: SourceTable; count: number },
): string {
  const note = `One of ${count} tables of the same form, from ${oldest.name} to ${name}.`
  return [description, note].filter((part) => part !== '').join(' ')
}
