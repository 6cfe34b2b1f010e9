/** An entry of an `OpenList`, which keeps the place of the entry here. */
export type OpenEntry = { place: number }

/** The place of an entry that is in no list. */
export const NO_PLACE = -1

/**
 * What is open at the moment, such as requests and turns. Adding and deleting take constant time. The order is not kept.
 *
 * A Set or Map would hold on to what has ended: after some changes V8 gives it a new table and lets the old one point to
 * the new one, for iterations that are under way (https://github.com/v8/v8/blob/main/src/objects/ordered-hash-table.h).
 * Once such a table is in V8's old generation, everything that later tables ever held counts as used until the next
 * collection of the whole heap. For a model call, that was 10 KB (bench/README.md).
 */
export class OpenList<Entry extends OpenEntry> implements Iterable<Entry> {
  readonly #entries: (Entry | undefined)[] = []
  #size = 0

  get size(): number {
    return this.#size
  }

  add(entry: Entry): void {
    entry.place = this.#size
    this.#entries[this.#size] = entry
    this.#size++
  }

  has(entry: Entry): boolean {
    return this.#entries[entry.place] === entry
  }

  /** Returns false when the entry is not in the list. */
  delete(entry: Entry): boolean {
    if (!this.has(entry)) return false
    this.#size--
    const last = this.#entries[this.#size] as Entry
    last.place = entry.place
    this.#entries[entry.place] = last
    // The array keeps its length, because V8 copies an array that grows again.
    this.#entries[this.#size] = undefined
    entry.place = NO_PLACE
    return true
  }

  /** Gives the entries that were open when the iteration began. */
  *[Symbol.iterator](): IterableIterator<Entry> {
    yield* this.#entries.slice(0, this.#size) as Entry[]
  }
}
