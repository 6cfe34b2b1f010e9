import { createHash, randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, readdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { DataSource } from '../source.ts'
import { buildIndex } from './build-index.ts'
import { openIndex } from './open-index.ts'
import { firstTables, searchIndex, type TableHit } from './search-index.ts'

/** The index of one owner's catalogue. */
export type MetadataIndex = {
  /** Tables for a question, best first; the first ones of the catalogue when none of its words occurs. */
  readonly search: (question: string, limit?: number) => TableHit[]
}

/** Keeps the indexes of owners on disk, each built once per state of a catalogue. Close it to let go of the files. */
export type MetadataStore = {
  /** Builds the index first when the catalogue has changed; a large one takes seconds, in small steps. */
  readonly open: (ownerId: string, sources: readonly DataSource[]) => Promise<MetadataIndex>
  /** Removes what is kept of an owner's catalogue; whoever searches it now goes on. */
  readonly forget: (ownerId: string) => Promise<void>
  readonly close: () => void
}

const DEFAULT_LIMIT = 16
const FALLBACK_TABLES = 5
const MAX_OPEN = 100
/** Part of every index's name: another way of building gives other files. */
const FORMAT = 5

/** Indexes derive from the catalogue alone (DESIGN decision 6): they may be deleted, and every replica builds its own. */
export function createMetadataStore({ folder }: { folder: string }): MetadataStore {
  const opened = new Map<string, Promise<OpenedIndex>>()

  async function open(ownerId: string, sources: readonly DataSource[]): Promise<MetadataIndex> {
    const path = indexPath(folder, { ownerId, sources })
    const index = opened.get(path) ?? openOrBuild(path, sources)
    // Newest last, so that the first is the one that was not used for longest.
    opened.delete(path)
    opened.set(path, index)
    index.catch(() => opened.delete(path))
    forgetOldest(opened)
    return index
  }

  async function forget(ownerId: string): Promise<void> {
    const place = ownerFolder(folder, ownerId)
    for (const path of opened.keys()) if (path.startsWith(place)) opened.delete(path)
    await removeIndexes(place, await indexesIn(place))
  }

  return {
    open,
    forget,
    close: () => {
      for (const index of opened.values()) closeLater(index)
      opened.clear()
    },
  }
}

/** An index that lives in memory, for one run over a catalogue that nobody keeps. */
export async function indexInMemory(sources: readonly DataSource[]): Promise<MetadataIndex> {
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
  }
}

function indexPath(
  folder: string,
  { ownerId, sources }: { ownerId: string; sources: readonly DataSource[] },
): string {
  const state = createHash('sha256').update(String(FORMAT))
  for (const { id, name, description, updatedAt, tables } of sources) {
    state.update(JSON.stringify([id, name, description, updatedAt ?? tables]))
  }
  return join(ownerFolder(folder, ownerId), `${state.digest('hex').slice(0, 32)}.sqlite`)
}

function ownerFolder(folder: string, ownerId: string): string {
  return join(folder, 'indexes', createHash('sha256').update(ownerId).digest('hex').slice(0, 32))
}

/** Finished ones; none where there is no such folder. */
async function indexesIn(place: string): Promise<string[]> {
  const names = existsSync(place) ? await readdir(place) : []
  return names.filter((name) => name.endsWith('.sqlite'))
}

/** What is still open somewhere lives on until it is closed. */
async function removeIndexes(place: string, names: readonly string[]): Promise<void> {
  for (const name of names) await rm(join(place, name), { force: true })
}

type OpenedIndex = MetadataIndex & { readonly close: () => void }

async function openOrBuild(path: string, sources: readonly DataSource[]): Promise<OpenedIndex> {
  if (!existsSync(path)) await build(path, sources)
  const database = new DatabaseSync(path, { readOnly: true })
  return { ...indexOver(database), close: () => database.close() }
}

function closeLater(index: Promise<OpenedIndex>): void {
  // One that could not be opened has nothing to close; whoever asked for it has heard.
  index.then(({ close }) => close()).catch(() => undefined)
}

async function build(path: string, sources: readonly DataSource[]): Promise<void> {
  const folder = join(path, '..')
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const before = await indexesIn(folder)
  const unfinished = join(folder, `${randomUUID()}.building`)
  const database = new DatabaseSync(unfinished)
  try {
    // A crash leaves a file that nobody opens; there is nothing to recover.
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

/** One that a run still searches stays open until that run lets go of it. */
function forgetOldest(opened: Map<string, Promise<OpenedIndex>>): void {
  for (const path of opened.keys()) {
    if (opened.size <= MAX_OPEN) return
    opened.delete(path)
  }
}
