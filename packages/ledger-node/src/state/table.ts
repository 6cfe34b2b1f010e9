/** The state of a record from a block on; undefined when it was deleted. */
type Version<Value> = Readonly<{ height: number; value: Value | undefined }>

/** Records by key, each with all of its versions, so that any height can be read. */
export type VersionedTable<Value> = Map<string, Version<Value>[]>

/** The record as it was after the block of this height. */
export function readTable<Value>(
  table: VersionedTable<Value>,
  key: string,
  height: number,
): Value | undefined {
  const versions = table.get(key)
  if (versions === undefined) return undefined
  let low = 0
  let high = versions.length
  while (low < high) {
    const middle = (low + high) >>> 1
    const isPast = (versions[middle]?.height ?? 0) <= height
    if (isPast) low = middle + 1
    else high = middle
  }
  return versions[low - 1]?.value
}

/** The newest version of a record. */
export function readLatest<Value>(table: VersionedTable<Value>, key: string): Value | undefined {
  return table.get(key)?.at(-1)?.value
}

/** Adds a version. Heights must not fall; a second version in one block replaces the first. */
export function writeTable<Value>(table: VersionedTable<Value>, key: string, version: Version<Value>): void {
  const versions = table.get(key)
  if (versions === undefined) {
    table.set(key, [version])
    return
  }
  if (versions.at(-1)?.height === version.height) versions.pop()
  versions.push(version)
}
