import { PGlite } from '@electric-sql/pglite'
import { PrismaPg } from '@prisma/adapter-pg'
import { bindMigrationAwareSqlAdapterFactory, ColumnTypeEnum } from '@prisma/driver-adapter-utils'
import pg from 'pg'
import { PrismaPGlite } from 'pglite-prisma-adapter'

// PostgreSQL's internal one-character type. The system tables use it, but the pg adapter does not support it.
const CHAR_OID = 18
const TEXT_OID = 25

/**
 * Opens the databases of the engine. The shadow database, on which it replays the migrations, is always a
 * throw-away PostgreSQL in memory.
 *
 * @param {string} url `memory:` for an empty database in memory, else a PostgreSQL address
 * @returns {Promise<{ factory: any, close: () => Promise<void> }>}
 */
export async function openAdapterFactory(url) {
  if (url !== 'memory:') return { factory: bind(openServer(url)), close: async () => {} }
  const database = await PGlite.create('memory://')
  return { factory: bind(new PrismaPGlite(database)), close: () => database.close() }
}

/** @param {any} factory */
function bind(factory) {
  factory.connectToShadowDb = async () => new PrismaPGlite(await PGlite.create('memory://')).connect()
  return bindMigrationAwareSqlAdapterFactory(factory)
}

/** @param {string} url */
function openServer(url) {
  /** @type {Set<string>} */
  const charColumns = new Set()
  class CharAwareClient extends pg.Client {
    /** @param {any[]} given */
    // @ts-expect-error pg declares a dozen overloads; this takes them all
    query(...given) {
      const callback = given.at(-1)
      // @ts-expect-error as above
      if (typeof callback !== 'function')
        return super.query(...given).then((result) => remember(result, charColumns))
      // @ts-expect-error as above
      return super.query(...given.slice(0, -1), (error, result) =>
        callback(error, remember(result, charColumns)),
      )
    }
  }
  const pool = new pg.Pool({ connectionString: url, Client: CharAwareClient })
  const factory = new PrismaPg(pool, { disposeExternalPool: true })
  const connect = factory.connect.bind(factory)
  factory.connect = async () => markCharacters(await connect(), charColumns)
  return factory
}

/**
 * Lets the adapter read one-character columns as text, and notes their names.
 *
 * @param {any} result @param {Set<string>} charColumns
 */
function remember(result, charColumns) {
  for (const field of result?.fields ?? []) {
    if (field.dataTypeID !== CHAR_OID) continue
    field.dataTypeID = TEXT_OID
    charColumns.add(field.name)
  }
  return result
}

/**
 * Tells the engine which columns hold single characters.
 *
 * @param {any} adapter @param {Set<string>} charColumns
 */
function markCharacters(adapter, charColumns) {
  const queryRaw = adapter.queryRaw.bind(adapter)
  adapter.queryRaw = async (/** @type {unknown} */ query) => {
    const result = await queryRaw(query)
    const types = result.columnNames.map((/** @type {string} */ name, /** @type {number} */ index) =>
      charColumns.has(name) ? ColumnTypeEnum.Character : result.columnTypes[index],
    )
    return { ...result, columnTypes: types }
  }
  return adapter
}
