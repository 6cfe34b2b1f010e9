import { closeSync, openSync, readSync, rmSync, writeSync } from 'node:fs'
import { BUCKETS, HASH, hashText, NUMBER } from './posting-bucket.ts'

/** Postings that are sorted in memory at once; more become runs in a file. */
const MOST_IN_MEMORY = 2 ** 22
const FEWEST_IN_MEMORY = 2 ** 12
/** Buckets that are read from the runs at once. */
const BUCKETS_READ = 256
const ROW_POSTINGS = 512

/** Sorted postings: those of a bucket lie between two of the ends. */
type Run = {
  readonly ends: Uint32Array
  /** Postings from one place to before another. */
  readonly read: (from: number, to: number) => BigUint64Array
}

/**
 * Collects which numbers stand under which keys, and gives them back bucket by bucket, sorted. What does not fit into
 * memory is written into a file, in sorted runs.
 */
export class PostingRuns {
  readonly #path: string
  readonly #mostInMemory: number
  readonly #runs: Run[] = []
  #file: number | null = null
  #written = 0
  #count = 0
  #buckets = new Uint16Array(FEWEST_IN_MEMORY)
  #hashes = new Uint32Array(FEWEST_IN_MEMORY)
  #numbers = new Uint32Array(FEWEST_IN_MEMORY)

  /** `path` names the file for runs. It is deleted by `close`. */
  constructor(path: string, mostInMemory = MOST_IN_MEMORY) {
    this.#path = path
    this.#mostInMemory = mostInMemory
  }

  add(key: string, number: number): void {
    if (this.#count === this.#buckets.length) this.#makeRoom()
    const { bucket, hash } = hashText(key)
    this.#buckets[this.#count] = bucket
    this.#hashes[this.#count] = hash
    this.#numbers[this.#count++] = number
  }

  /**
   * Yields the sorted postings by bucket. When postings are few, adjacent buckets come together, so that few rows hold
   * them.
   */
  *sorted(): Generator<{ readonly bucket: number; readonly postings: BigUint64Array }> {
    const { ends, postings } = this.#sort()
    const runs = [...this.#runs, { ends, read: (from: number, to: number) => postings.subarray(from, to) }]
    const all = runs.reduce((sum, run) => sum + (run.ends[BUCKETS] ?? 0), 0)
    const width = widthFor(all)
    const step = Math.max(width, BUCKETS_READ)
    for (let first = 0; first < BUCKETS; first += step) {
      const parts = runs.map((run) => {
        const start = run.ends[first] ?? 0
        return { run, start, read: run.read(start, run.ends[first + step] ?? 0) }
      })
      for (let bucket = first; bucket < first + step; bucket += width) {
        const together = parts.map(({ run, start, read }) =>
          read.subarray((run.ends[bucket] ?? 0) - start, (run.ends[bucket + width] ?? 0) - start),
        )
        yield { bucket, postings: join(together).sort() }
      }
    }
  }

  /** Deletes the file. */
  close(): void {
    if (this.#file === null) return
    closeSync(this.#file)
    rmSync(this.#path, { force: true })
    this.#file = null
  }

  #makeRoom(): void {
    const { length } = this.#buckets
    if (length >= this.#mostInMemory) {
      this.#writeRun()
      return
    }
    this.#buckets = grown(new Uint16Array(2 * length), this.#buckets)
    this.#hashes = grown(new Uint32Array(2 * length), this.#hashes)
    this.#numbers = grown(new Uint32Array(2 * length), this.#numbers)
  }

  #writeRun(): void {
    const { ends, postings } = this.#sort()
    this.#file ??= openSync(this.#path, 'w+', 0o600)
    const file = this.#file
    const start = this.#written
    const bytes = new Uint8Array(postings.buffer, 0, postings.byteLength)
    for (let at = 0; at < bytes.length; ) at += writeSync(file, bytes, at, bytes.length - at, start + at)
    this.#written += postings.byteLength
    this.#count = 0
    const read = (from: number, to: number) => {
      const part = new BigUint64Array(to - from)
      const into = new Uint8Array(part.buffer)
      for (let at = 0; at < into.length; ) {
        const got = readSync(file, into, at, into.length - at, start + from * 8 + at)
        if (got === 0) throw new Error('A run of postings is cut')
        at += got
      }
      return part
    }
    this.#runs.push({ ends, read })
  }

  /** The postings in memory by buckets: counted first, then each put into its place. */
  #sort(): { readonly ends: Uint32Array; readonly postings: BigUint64Array } {
    const ends = new Uint32Array(BUCKETS + 1)
    for (let at = 0; at < this.#count; at++) count(ends, (this.#buckets[at] ?? 0) + 1, 1)
    for (let bucket = 0; bucket < BUCKETS; bucket++) count(ends, bucket + 1, ends[bucket] ?? 0)
    const next = ends.slice(0, BUCKETS)
    const postings = new BigUint64Array(this.#count)
    const halves = new Uint32Array(postings.buffer)
    for (let at = 0; at < this.#count; at++) {
      const place = 2 * (count(next, this.#buckets[at] ?? 0, 1) - 1)
      halves[place + HASH] = this.#hashes[at] ?? 0
      halves[place + NUMBER] = this.#numbers[at] ?? 0
    }
    return { ends, postings }
  }
}

/** Adjacent buckets of one row: a power of two, so that a row has about this many postings. */
function widthFor(postings: number): number {
  let width = BUCKETS
  while (width > 1 && (postings * width) / BUCKETS > ROW_POSTINGS) width /= 2
  return width
}

/** Adds to a number of a list, and returns the sum. */
function count(numbers: Uint32Array, at: number, more: number): number {
  const sum = (numbers[at] ?? 0) + more
  numbers[at] = sum
  return sum
}

function grown<Numbers extends Uint16Array | Uint32Array>(larger: Numbers, numbers: Numbers): Numbers {
  larger.set(numbers)
  return larger
}

function join(parts: readonly BigUint64Array[]): BigUint64Array {
  const joined = new BigUint64Array(parts.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const part of parts) {
    joined.set(part, at)
    at += part.length
  }
  return joined
}
