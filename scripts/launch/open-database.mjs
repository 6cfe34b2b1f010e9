/**
 * @typedef {object} Database
 * @property {string} url
 * @property {boolean} isEmbedded
 * @property {() => Promise<void>} close
 */

/**
 * Opens the database of DATABASE_URL, or else the embedded one.
 *
 * @param {{ dataDirectory: string, lock: { release: () => void } | undefined }} options
 * @returns {Promise<Database>}
 * @throws {import('../expected-failure.mjs').ExpectedFailure} when the embedded one cannot start
 */
export async function openDatabase({ dataDirectory, lock }) {
  const url = process.env.DATABASE_URL
  if (url) {
    console.log('Using the database of DATABASE_URL.')
    return { url, isEmbedded: false, close: async () => {} }
  }
  // Imported late, because it needs the installed packages.
  const { startPostgres } = await import('../postgres/start-postgres.mjs')
  const startedAt = Date.now()
  console.log('Starting PostgreSQL ...')
  const postgres = await startPostgres({
    dataDirectory,
    ...(lock ? { lock } : {}),
    say: (line) => console.log(`  ${line}`),
  })
  const how = postgres.isAttached ? 'took over the one that an earlier start left running' : 'done'
  console.log(`  ${how}, in ${((Date.now() - startedAt) / 1000).toFixed(1)} s`)
  return { url: postgres.url, isEmbedded: true, close: postgres.stop }
}
