import { randomUUID } from 'node:crypto'
import { mkdir, rename, rm, stat, utimes } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { AppError } from '@parley/errors'
import { entriesOf, namesIn, nothingWhereMissing } from './folder-entries.ts'
import type { HeldFiles } from './versions.ts'

/** Writes a file. Calls `admit` with its size before its first byte. Returns its size, or null when it is nowhere. */
type FetchFile = (
  file: string,
  path: string,
  admit: (bytes: number) => Promise<void>,
) => Promise<number | null>

export type FileCacheCounts = {
  hits: number
  misses: number
  evictions: number
  bytes: number
}

type FileCacheOptions = {
  readonly folder: string
  readonly maxBytes: number
  readonly fetch: FetchFile
  /** The cache keeps them up to date. */
  readonly counts: FileCacheCounts
}

type Entry = { readonly bytes: number; pins: number; touchedMs: number }

/** The order of use survives a restart through the times of the files. They are written at most this often. */
const TOUCH_EVERY_MS = 60_000

/**
 * Keeps copies of files that never change in a folder, at most `maxBytes` of them: the least recently used are deleted.
 * Files that are held are not deleted. Several callers that miss the same file fetch it once. A copy appears under its
 * name when it is whole and on the disk, so a process that dies leaves no partial copy.
 */
export class FileCache {
  readonly #options: FileCacheOptions
  // A Map keeps the order of insertion: the least recently used file is the first.
  readonly #entries = new Map<string, Entry>()
  readonly #fetches = new Map<string, Promise<boolean>>()
  readonly #ready: Promise<void>
  /** Bytes of files that are being fetched. */
  #reserved = 0

  constructor(options: FileCacheOptions) {
    this.#options = options
    this.#ready = readFolder(options.folder).then((found) => {
      for (const { file, bytes, changedAtMs } of found) this.#insert(file, bytes, changedAtMs)
    })
    // A failure is thrown by the first use.
    this.#ready.catch(() => {})
  }

  async hold(files: readonly string[], signal?: AbortSignal): Promise<HeldFiles> {
    await this.#ready
    const pinned: Entry[] = []
    const missing = new Set<string>()
    const release = () => {
      for (const entry of pinned.splice(0)) entry.pins--
    }
    try {
      for (const file of new Set(files)) {
        const entry = await this.#pin(file, signal)
        if (entry === 'missing') missing.add(file)
        else if (entry !== 'local') pinned.push(entry)
      }
      return { missing, release }
    } catch (error) {
      release()
      throw error
    }
  }

  /** Counts a file that lies in the folder already. */
  async add(file: string): Promise<void> {
    await this.#ready
    const { size } = await stat(this.#path(file))
    this.#insert(file, size)
    // A file that is read at once may be larger than the space.
    await this.#makeRoom(0).catch(() => {})
  }

  /** Forgets the files of a version, which the caller deletes. */
  forget(version: string): void {
    for (const file of this.#entries.keys()) if (dirname(file) === version) this.#forgetFile(file)
  }

  #path(file: string): string {
    return join(this.#options.folder, file)
  }

  #insert(file: string, bytes: number, touchedMs = Date.now()): void {
    this.#forgetFile(file)
    this.#entries.set(file, { bytes, pins: 0, touchedMs })
    this.#options.counts.bytes += bytes
  }

  #forgetFile(file: string): void {
    this.#options.counts.bytes -= this.#entries.get(file)?.bytes ?? 0
    this.#entries.delete(file)
  }

  #hasRoom(bytes: number): boolean {
    return this.#options.counts.bytes + this.#reserved + bytes <= this.#options.maxBytes
  }

  async #makeRoom(bytes: number): Promise<void> {
    if (bytes > this.#options.maxBytes) throw new AppError('unavailable', TOO_LARGE)
    for (const [file, { pins }] of this.#entries) {
      if (this.#hasRoom(bytes)) return
      if (pins > 0) continue
      this.#forgetFile(file)
      this.#options.counts.evictions++
      await rm(this.#path(file), { force: true })
    }
    if (this.#hasRoom(bytes)) return
    throw new AppError('unavailable', ALL_IN_USE, { isRetryable: true, retryAfterSeconds: 10 })
  }

  /** Returns the entry of a file, `local` for a file that only lies in the folder, or `missing`. */
  async #pin(file: string, signal?: AbortSignal): Promise<Entry | 'local' | 'missing'> {
    for (;;) {
      const known = this.#entries.get(file)
      const isThere = (await stat(this.#path(file)).catch(nothingWhereMissing)) !== null
      // It may have been deleted since.
      if (known !== this.#entries.get(file)) continue
      if (known && isThere) return this.#use(file, known)
      if (known) this.#forgetFile(file)
      // Files that the service makes again are in the folder only.
      else if (isThere && !this.#fetches.has(file)) return 'local'
      this.#options.counts.misses++
      const loading = this.#fetches.get(file) ?? this.#load(file).finally(() => this.#fetches.delete(file))
      this.#fetches.set(file, loading)
      if (!(await untilAborted(loading, signal))) return 'missing'
    }
  }

  #use(file: string, entry: Entry): Entry {
    this.#options.counts.hits++
    entry.pins++
    this.#entries.delete(file)
    this.#entries.set(file, entry)
    const now = Date.now()
    if (now - entry.touchedMs > TOUCH_EVERY_MS) {
      entry.touchedMs = now
      utimes(this.#path(file), new Date(now), new Date(now)).catch(() => {})
    }
    return entry
  }

  /** Fetches a file into the folder. Returns false when it is nowhere. */
  async #load(file: string): Promise<boolean> {
    const draft = join(this.#options.folder, 'incoming', randomUUID())
    await mkdir(dirname(draft), { recursive: true, mode: 0o700 })
    await mkdir(dirname(this.#path(file)), { recursive: true, mode: 0o700 })
    let size = 0
    try {
      const bytes = await this.#options.fetch(file, draft, async (announced) => {
        this.#reserved -= size
        size = 0
        await this.#makeRoom(announced)
        size = announced
        this.#reserved += size
      })
      if (bytes === null) return false
      await rename(draft, this.#path(file))
      this.#insert(file, bytes)
      return true
    } finally {
      this.#reserved -= size
      await rm(draft, { force: true })
    }
  }
}

const TOO_LARGE =
  'The file is larger than the space for files of the object store on this machine. The operator must raise PARLEY_CACHE_BYTES.'
const ALL_IN_USE =
  'All space for files of the object store on this machine is in use. Try again in a few seconds.'

/** Waits for shared work. The caller may give up; the work goes on for the others. */
async function untilAborted<Result>(work: Promise<Result>, signal?: AbortSignal): Promise<Result> {
  if (!signal) return work
  signal.throwIfAborted()
  const { promise, reject } = Promise.withResolvers<never>()
  const onAbort = () => reject(signal.reason)
  signal.addEventListener('abort', onAbort, { once: true })
  try {
    return await Promise.race([work, promise])
  } finally {
    signal.removeEventListener('abort', onAbort)
    // The caller has its answer; a later failure belongs to the others.
    work.catch(() => {})
  }
}

/** The files of former starts, the least recently used first. */
async function readFolder(folder: string) {
  const found: { file: string; bytes: number; changedAtMs: number }[] = []
  for (const owner of await namesIn(join(folder, 'datasets'))) {
    for (const version of await entriesOf(join(folder, 'datasets', owner))) {
      for (const name of await namesIn(version.path)) {
        const status = await stat(join(version.path, name)).catch(nothingWhereMissing)
        const file = `datasets/${owner}/${version.name}/${name}`
        if (status?.isFile()) found.push({ file, bytes: status.size, changedAtMs: status.mtimeMs })
      }
    }
  }
  return found.sort((one, other) => one.changedAtMs - other.changedAtMs)
}
