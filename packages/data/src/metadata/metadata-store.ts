import { createHash, randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, readdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { JsonObject, QueryableSource } from '@parley/domain'
import { ownerHome } from '../source/owner-home.ts'
import { buildIndex } from './build-index.ts'
import { listOthers } from './list-others.ts'
import { type Fit, type KnownWords, measureFit } from './measure-fit.ts'
import { openIndex } from './open-index.ts'
import { openIndexFile } from './open-index-file.ts'
import { firstTables, searchIndex } from './search-index.ts'
import type { TableHit } from './table-hit.ts'

/** The index of one owner's catalog. */
export type MetadataIndex = {
  /** Tables for a question, best first. The first tables of the catalog when no word of the question occurs. */
  readonly search: (question: string, limit?: number) => TableHit[]
  /**
   * How well the best of these sources fits a question. Null for a question whose words cannot be measured.
   */
  readonly fit: (question: string, wanted: KnownWords & { readonly sources: readonly string[] }) => Fit | null
  /** Names or counts the tables that an answer does not describe. */
  readonly listOthers: (answer: { described: readonly JsonObject[]; maxBytes: number }) => JsonObject
}

/** Keeps the indexes of owners on disk, each built once per state of a catalog. `close` closes the files. */
export type MetadataStore = {
  /** Builds the index first when the catalog has changed; a large one takes seconds, in small steps. */
  readonly open: (ownerId: string, sources: readonly QueryableSource[]) => Promise<MetadataIndex>
  /** Deletes the indexes of an owner's catalog. A search that has begun finishes. */
  readonly forget: (ownerId: string) => Promise<void>
  /** Deletes everything in the folder of an owner, also what was left unfinished. `home` is what `ownerHome` returns. */
  readonly forgetHome: (home: string) => Promise<void>
  readonly close: () => void
}

const DEFAULT_LIMIT = 16
const FALLBACK_TABLES = 5
const MAX_OPEN = 100
/** Version of the index format; part of every file name. */
const FORMAT = 6

/** Creates the store. Indexes derive from the catalog alone: they may be deleted, and every replica builds its own. */
export function createMetadataStore({ folder }: { folder: string }): MetadataStore {
  const opened = new Map<string, Promise<OpenedIndex>>()

  async function open(ownerId: string, sources: readonly QueryableSource[]): Promise<MetadataIndex> {
    const path = indexPath(folder, { ownerId, sources })
    const index = opened.get(path) ?? openOrBuild(path, sources)
    // In the order of use, so that the first is the least recently used.
    opened.delete(path)
    opened.set(path, index)
    index.catch(() => opened.delete(path))
    forgetOldest(opened)
    return index
  }

  async function forget(ownerId: string): Promise<void> {
    const place = homeFolder(folder, ownerHome(ownerId))
    for (const path of opened.keys()) if (path.startsWith(place)) opened.delete(path)
    await removeIndexes(place, await indexesIn(place))
  }

  async function forgetHome(home: string): Promise<void> {
    const place = homeFolder(folder, home)
    for (const path of opened.keys()) if (path.startsWith(place)) opened.delete(path)
    await rm(place, { recursive: true, force: true })
  }

  return {
    open,
    forget,
    forgetHome,
    close: () => {
      for (const index of opened.values()) closeLater(index)
      opened.clear()
    },
  }
}

/** Builds an index in memory, for one run. */
export async function indexInMemory(sources: readonly QueryableSource[]): Promise<MetadataIndex> {
  const database = new DatabaseSync(':memory:')
  await buildIndex(database, sources)
  return indexOver(database)
}

function indexOver(database: DatabaseSync): MetadataIndex {
  const index = openIndex(database)
  return {
    search: (question, limit = DEFAULT_LIMIT) => {
      const hits = searchIndex(index, question, limit)
      return hits.length > 0 ? hits : firstTables(index, FALLBACK_TABLES)
    },
    fit: (question, { sources, ...words }) => {
      const fits = sources.flatMap((source) => measureFit(index, question, { source, ...words }) ?? [])
      return fits.toSorted((a, b) => b.share - a.share)[0] ?? null
    },
    listOthers: (answer) => listOthers(index, answer),
  }
}

function indexPath(
  folder: string,
  { ownerId, sources }: { ownerId: string; sources: readonly QueryableSource[] },
): string {
  const state = createHash('sha256').update(String(FORMAT))
  for (const { id, name, description, updatedAt, tables } of sources) {
    state.update(JSON.stringify([id, name, description, updatedAt ?? tables]))
  }
  return join(homeFolder(folder, ownerHome(ownerId)), `${state.digest('hex').slice(0, 32)}.sqlite`)
}

function homeFolder(folder: string, home: string): string {
  return join(folder, 'indexes', home)
}

/** The finished indexes in a folder; empty when there is no such folder. */
async function indexesIn(place: string): Promise<string[]> {
  const names = existsSync(place) ? await readdir(place) : []
  return names.filter((name) => name.endsWith('.sqlite'))
}

/** A file that is still open can be read until it is closed. */
async function removeIndexes(place: string, names: readonly string[]): Promise<void> {
  for (const name of names) await rm(join(place, name), { force: true })
}

type OpenedIndex = MetadataIndex & { readonly close: () => void }

async function openOrBuild(path: string, sources: readonly QueryableSource[]): Promise<OpenedIndex> {
  if (!existsSync(path)) await build(path, sources)
  const database = openIndexFile(path)
  return { ...indexOver(database), close: () => database.close() }
}

function closeLater(index: Promise<OpenedIndex>): void {
  // An index that could not be opened has nothing to close; its caller got the error.
  index.then(({ close }) => close()).catch(() => undefined)
}

async function build(path: string, sources: readonly QueryableSource[]): Promise<void> {
  const folder = join(path, '..')
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const before = await indexesIn(folder)
  const unfinished = join(folder, `${randomUUID()}.building`)
  const database = new DatabaseSync(unfinished)
  try {
    // A crash leaves a file that is never opened, so there is nothing to recover.
    database.exec('PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF')
    await buildIndex(database, sources)
  } catch (error) {
    database.close()
    await rm(unfinished, { force: true })
    throw error
  }
  database.close()
  await rename(unfinished, path)
  await removeIndexes(folder, before)
}

/** Forgets the least recently used indexes. A run that still searches one keeps it open. */
function forgetOldest(opened: Map<string, Promise<OpenedIndex>>): void {
  for (const path of opened.keys()) {
    if (opened.size <= MAX_OPEN) return
    opened.delete(path)
  }
}
