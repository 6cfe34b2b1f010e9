import { createHash, randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, readdir, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { QueryableSource } from '@parley/domain'
import { openIndexFile } from '../metadata/open-index-file.ts'
import { ownerHome } from '../source/owner-home.ts'
import { buildValues } from './build-values.ts'
import { collectValues, type ReadRows } from './collect-values.ts'
import { type FindValues, searchIn } from './find-values.ts'
import { openValueIndex } from './value-index.ts'

/** Keeps the values of text columns of owners' data sources, in one index for each state of a source. */
export type ValueStore = {
  /**
   * The search in the values of a source. Its index is built in the background at the first call; `pending` while that
   * takes longer than `waitMs`, and after it failed. Then a call `retryMs` later builds it again. Null for sources whose
   * data lie elsewhere.
   */
  readonly open: (
    ownerId: string,
    source: QueryableSource,
    read: ReadRows,
  ) => Promise<FindValues | 'pending' | null>
  /** Deletes all indexes of an owner. */
  readonly forget: (ownerId: string) => Promise<void>
  /** The same for the name of an owner's folders, as `ownerHome` returns it. */
  readonly forgetHome: (home: string) => Promise<void>
  readonly close: () => void
}

/** Version of the index format; part of every file name. */
const FORMAT = 3
const MOST_OPEN = 100
/** The first search of a source waits at most this long for its index. */
const WAIT_MS = 3000
/** After a failure, such as a read that took too long, the index is not built again for this long. */
const RETRY_MS = 10_000

type Opened = { readonly find: FindValues; readonly close: () => void }

type StoreOptions = { readonly folder: string; readonly waitMs?: number; readonly retryMs?: number }

/** Creates the store. Indexes derive from the data alone: they may be deleted, and every replica builds its own. */
export function createValueStore({ folder, waitMs = WAIT_MS, retryMs = RETRY_MS }: StoreOptions): ValueStore {
  const opened = new Map<string, Promise<Opened | null>>()
  const stopping = new AbortController()

  async function forgetHome(home: string): Promise<void> {
    const place = valueFolder(folder, home)
    for (const path of opened.keys()) if (path.startsWith(place)) opened.delete(path)
    await rm(place, { recursive: true, force: true })
  }

  function forgetFailed(path: string, index: Promise<Opened | null>): void {
    if (opened.get(path) === index) opened.delete(path)
  }

  return {
    async open(ownerId, source, read) {
      if (!isHeldHere(source)) return null
      const path = indexPath(folder, { ownerId, source })
      const index = opened.get(path) ?? openOrBuild(path, { source, read, signal: stopping.signal })
      for (const other of opened.keys()) if (isOfSameSource(other, path)) opened.delete(other)
      opened.set(path, index)
      forgetOldest(opened)
      const late = new Promise<'pending'>((resolve) => setTimeout(resolve, waitMs, 'pending').unref())
      const first = await Promise.race([index, late])
      if (first === null) setTimeout(forgetFailed, retryMs, path, index).unref()
      return first === null || first === 'pending' ? 'pending' : first.find
    },
    forget: (ownerId) => forgetHome(ownerHome(ownerId)),
    forgetHome,
    close() {
      stopping.abort()
      for (const index of opened.values()) void index.then((one) => one?.close())
      opened.clear()
    },
  }
}

/** Whether the data lie in files of this service. Databases of others are not read as a whole without a question. */
function isHeldHere({ connection, offered }: QueryableSource): boolean {
  const kind = connection?.kind
  return !offered && (kind === undefined || kind === 'sqlite' || kind === 'http_api')
}

function valueFolder(folder: string, home: string): string {
  return join(folder, 'indexes', home, 'values')
}

function indexPath(
  folder: string,
  { ownerId, source }: { readonly ownerId: string; readonly source: QueryableSource },
): string {
  const { id, name } = source
  const state = shortHash(JSON.stringify([FORMAT, name, dataOf(source), unsearchedOf(source)]))
  return join(valueFolder(folder, ownerHome(ownerId)), `${shortHash(id)}-${state}.sqlite`)
}

function shortHash(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 24)
}

/** Files of data never change, so the index outlives a change of descriptions. */
function dataOf({ connection, tables, updatedAt }: QueryableSource): unknown {
  if (connection?.kind === 'sqlite') return connection.file
  const files = tables.map(({ file }) => file)
  return files.includes(undefined) ? (updatedAt ?? tables) : files
}

/** The columns that the owner leaves out. */
function unsearchedOf({ tables }: QueryableSource): string[][] {
  return tables.flatMap((table) =>
    table.columns.filter(({ isSearched }) => isSearched === false).map(({ name }) => [table.name, name]),
  )
}

type Building = { readonly source: QueryableSource; readonly read: ReadRows; readonly signal: AbortSignal }

async function openOrBuild(path: string, building: Building): Promise<Opened | null> {
  try {
    if (!existsSync(path)) await build(path, building)
    const database = openIndexFile(path)
    return { find: searchIn(openValueIndex(database)), close: () => database.close() }
  } catch {
    // The index only helps, and a question does not wait for another try.
    return null
  }
}

async function build(path: string, { source, read, signal }: Building): Promise<void> {
  const folder = join(path, '..')
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const unfinished = join(folder, `${randomUUID()}.building`)
  try {
    await buildValues(unfinished, { columns: collectValues(source, read), signal })
    await rename(unfinished, path)
    await removeOthers(path)
  } catch (error) {
    for (const rest of ['', '.keys', '.grams']) await rm(`${unfinished}${rest}`, { force: true })
    throw error
  }
}

/** Removes the indexes of other states of the source: they may hold values that the owner now leaves out. */
async function removeOthers(path: string): Promise<void> {
  const files = (await readdir(dirname(path))).map((name) => join(dirname(path), name))
  for (const file of files) if (file !== path && isOfSameSource(file, path)) await rm(file, { force: true })
}

function isOfSameSource(path: string, other: string): boolean {
  return path.startsWith(other.slice(0, other.lastIndexOf('-') + 1))
}

/** Forgets the least recently used indexes. A run that still searches one keeps it open. */
function forgetOldest(opened: Map<string, Promise<Opened | null>>): void {
  for (const path of opened.keys()) {
    if (opened.size <= MOST_OPEN) return
    opened.delete(path)
  }
}
