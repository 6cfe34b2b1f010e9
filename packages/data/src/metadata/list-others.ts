import type { JsonObject } from '@parley/domain'
import { qualifiedName } from '../names/qualified-name.ts'
import type { IndexedSource, OpenIndex } from './open-index.ts'

/** A source with at most this many tables is shown whole, by the names of its tables. */
const SHOWN_WHOLE = 60

/**
 * Names the tables that an answer does not describe, for each source of up to 60 tables, and counts them for a larger
 * one: `{ other_tables: [{ source, tables } or { source, more_tables }], more_sources }`. The sources of the answer come
 * first. Sources that do not fit into `maxBytes` of JSON are only counted.
 */
export function listOthers(
  index: OpenIndex,
  { described, maxBytes }: { described: readonly JsonObject[]; maxBytes: number },
): JsonObject {
  const shown = Map.groupBy(described, ({ source }) => String(source))
  const sources = inOrder(index.sources, new Set(shown.keys()))
  const listed: JsonObject[] = []
  let bytes = 0
  for (const [place, source] of sources.entries()) {
    const tables = (shown.get(source.name) ?? []).map(({ table }) => String(table))
    const entries = entriesOf(index, { source, shown: tables })
    const entry = entries.find((candidate) => bytes + sizeOf(candidate) <= maxBytes)
    if (entries.length > 0 && !entry) return { other_tables: listed, more_sources: sources.length - place }
    if (!entry) continue
    listed.push(entry)
    bytes += sizeOf(entry)
  }
  return listed.length > 0 ? { other_tables: listed } : {}
}

/** The found sources come first. Sources that the service offers to every user are listed only if they were found. */
function inOrder(sources: readonly IndexedSource[], found: ReadonlySet<string>): IndexedSource[] {
  const others = sources.filter(({ name, kind }) => !found.has(name) && kind !== 'ledger')
  return [...sources.filter(({ name }) => found.has(name)), ...others]
}

/** What may be said about a source, the fullest first; nothing when the answer describes all of its tables. */
function entriesOf(
  { readNames }: OpenIndex,
  { source, shown }: { source: IndexedSource; shown: readonly string[] },
): JsonObject[] {
  const { name, tableCount } = source
  const counted = (count: number): JsonObject[] => (count > 0 ? [{ source: name, more_tables: count }] : [])
  if (tableCount > SHOWN_WHOLE) return counted(tableCount - shown.length)
  const tables = readNames(source).map((table) => qualifiedName(source, { name: table }))
  const others = tables.filter((table) => !shown.includes(table))
  return others.length === 0 ? [] : [{ source: name, tables: others }, ...counted(others.length)]
}

/** Bytes of JSON, with the comma after it. */
function sizeOf(entry: JsonObject): number {
  return Buffer.byteLength(JSON.stringify(entry)) + 1
}
