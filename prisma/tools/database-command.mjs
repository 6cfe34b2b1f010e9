import pg from 'pg'

/**
 * Answers `cli can-connect-to-database` and `cli create-database`.
 *
 * @param {string[]} words the command as the Prisma CLI gives it
 * @param {string} url
 * @returns {Promise<number>} the exit code
 */
export async function runDatabaseCommand(words, url) {
  if (url === 'memory:') return 0
  try {
    if (words.includes('can-connect-to-database')) return await withClient(url, async () => {})
    if (words.includes('create-database')) return await createDatabase(url)
    return report('P9999', `The stand-in does not know the command "${words.join(' ')}".`)
  } catch (error) {
    const isMissing = error instanceof Error && 'code' in error && error.code === '3D000'
    return report(isMissing ? 'P1003' : 'P1001', error instanceof Error ? error.message : String(error))
  }
}

/** @param {string} url */
function createDatabase(url) {
  const server = new URL(url)
  const name = decodeURIComponent(server.pathname.slice(1))
  server.pathname = '/postgres'
  return withClient(server.href, (client) => client.query(`CREATE DATABASE ${pg.escapeIdentifier(name)}`))
}

/**
 * @param {string} url @param {(client: pg.Client) => Promise<unknown>} work
 * @returns {Promise<number>}
 */
async function withClient(url, work) {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await work(client)
    return 0
  } finally {
    await client.end()
  }
}

/**
 * Fails in the form that the Prisma CLI reads.
 *
 * @param {string} errorCode @param {string} message
 */
function report(errorCode, message) {
  const fields = { message, is_panic: false, error_code: errorCode, meta: {} }
  const lines = [
    { level: 'INFO', fields: { message: 'start' } },
    { level: 'ERROR', fields },
  ]
  for (const line of lines) {
    console.error(
      JSON.stringify({ timestamp: new Date().toISOString(), ...line, target: 'schema_engine::logger' }),
    )
  }
  return 1
}
