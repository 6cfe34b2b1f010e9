import path from 'node:path'
import pg from 'pg'
import { findDatabaseUrl, hasEmbeddedDatabase } from '../find-database-url.mjs'
import { startPostgres } from '../postgres/start-postgres.mjs'

/**
 * Returns the database of `DATABASE_URL`, or the embedded one of a data directory. Starts the embedded one when it does
 * not run, and creates it when `isNew`. Call `close` at the end.
 *
 * @param {string} dataDirectory
 * @param {{ isNew?: boolean }} [options]
 * @returns {Promise<{ url: string, close: () => Promise<void> }>}
 * @throws {import('../expected-failure.mjs').ExpectedFailure} when it cannot start
 */
export async function reachDatabase(dataDirectory, { isNew = false } = {}) {
  if (process.env.DATABASE_URL || (!isNew && !hasEmbeddedDatabase(dataDirectory))) {
    return { url: findDatabaseUrl(dataDirectory), close: async () => {} }
  }
  if (hasEmbeddedDatabase(dataDirectory)) {
    const url = findDatabaseUrl(dataDirectory)
    if (await accepts(url)) return { url, close: async () => {} }
  }
  const { url, stop } = await startPostgres({ dataDirectory: path.resolve(dataDirectory) })
  return { url, close: stop }
}

/** @param {string} url @returns {Promise<boolean>} whether a server accepts connections there */
async function accepts(url) {
  const client = new pg.Client({ connectionString: url })
  try {
    await client.connect()
    return true
  } catch {
    return false
  } finally {
    await client.end().catch(() => {})
  }
}
