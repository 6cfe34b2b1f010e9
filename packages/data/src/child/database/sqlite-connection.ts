import { open } from 'node:fs/promises'
import { constants, DatabaseSync } from 'node:sqlite'
import { pathToFileURL } from 'node:url'
import { databaseError } from './database-error.ts'

/**
 * The operations that a statement may use. Everything else (ATTACH, PRAGMA, VACUUM INTO, temporary tables) is
 * denied at compilation.
 */
const ALLOWED = new Set([
  constants.SQLITE_SELECT,
  constants.SQLITE_READ,
  constants.SQLITE_FUNCTION,
  constants.SQLITE_RECURSIVE,
])
const DENIED_FUNCTIONS = new Set(['load_extension', 'fts3_tokenizer', 'edit', 'readfile', 'writefile'])
const HEADER = 'SQLite format 3\0'
const MAX_VALUE_BYTES = 64 * 1024 * 1024

/** Opens a SQLite file that no longer changes. Throws a TaskError when it is not a SQLite database. */
export async function openSqlite(path: string): Promise<DatabaseSync> {
  await using file = await open(path)
  const { buffer } = await file.read(Buffer.alloc(HEADER.length), 0, HEADER.length, 0)
  if (buffer.toString('latin1') !== HEADER) throw databaseError('error', 'This is not a SQLite database.')
  const url = pathToFileURL(path)
  // Immutable: a file that was in WAL mode opens without its -wal and -shm files.
  url.search = '?mode=ro&immutable=1'
  const database = new DatabaseSync(url, { readOnly: true, allowExtension: false, defensive: true })
  database.exec('PRAGMA trusted_schema = OFF; PRAGMA hard_heap_limit = 536870912; PRAGMA temp_store = MEMORY')
  database.limits.length = MAX_VALUE_BYTES
  database.limits.exprDepth = 200
  database.limits.attach = 0
  return database
}

/** Denies everything except SELECT from now on. */
export function allowReadingOnly(database: DatabaseSync): void {
  database.setAuthorizer((action, _first, second) => {
    const isDenied =
      action === constants.SQLITE_FUNCTION && DENIED_FUNCTIONS.has(String(second).toLowerCase())
    return ALLOWED.has(action) && !isDenied ? constants.SQLITE_OK : constants.SQLITE_DENY
  })
}

/** Turns an error of SQLite into a sentence with the remedy. */
export function explainSqliteError(error: unknown): Error {
  if (!(error instanceof Error) || !('errcode' in error)) {
    return error instanceof Error ? error : new Error(String(error))
  }
  const text = error.message.replace(/\.$/, '')
  if (/not authorized|access to .* is prohibited/.test(text)) {
    return databaseError('refused', `Only SELECT over the tables of this file is allowed: ${text}.`)
  }
  if (/malformed|not a database|file is encrypted/.test(text)) {
    return databaseError('error', `The SQLite file cannot be read: ${text}.`)
  }
  return databaseError('error', `${text}.`)
}
