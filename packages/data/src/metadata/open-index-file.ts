import { DatabaseSync } from 'node:sqlite'
import { pathToFileURL } from 'node:url'

/** Bytes of an index that are read as memory, so that a page costs no call of the system. */
const MAPPED_BYTES = 2 ** 30

/**
 * Opens a finished index for searches. It never changes, so SQLite neither locks nor checks it before each statement: a
 * row takes 5 µs instead of 20 (https://sqlite.org/uri.html#uriimmutable). A deleted file can be read until it is closed.
 */
export function openIndexFile(path: string): DatabaseSync {
  const address = pathToFileURL(path)
  address.searchParams.set('immutable', '1')
  const database = new DatabaseSync(address, { readOnly: true })
  database.exec(`PRAGMA mmap_size = ${MAPPED_BYTES}`)
  return database
}
