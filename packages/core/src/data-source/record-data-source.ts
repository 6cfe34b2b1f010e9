import { randomUUID } from 'node:crypto'
import {
  type Database,
  listDataSourceSummaries as findSummaries,
  createDataSource as insertDataSource,
  type OwnerId,
} from '@parley/db'
import { type Connection, isReservedWord, isSchemaOfEngine } from '@parley/domain'
import { AppError } from '@parley/errors'
import type { Cipher } from '../secrets/cipher.ts'
import { addressOf, sealConnection } from './connection.ts'
import type { DataDeps, Ingested } from './data-deps.ts'
import { filesOf, type OpenedDataSource, openDataSource, toStoredTables } from './data-source.ts'
import { otherName } from './offered-source.ts'

type Deps = { readonly db: Database; readonly cipher: Cipher; readonly data: DataDeps }

type NewSource = {
  readonly ingested: Ingested
  readonly name: string
  readonly title: string
  readonly kind: OpenedDataSource['kind']
  readonly description: string
  /** Null when all tables are files. */
  readonly connection: Connection | null
}

/**
 * Records a data source whose tables have been read. Deletes its files when that fails. Throws `conflict` for
 * a taken name.
 */
export async function recordDataSource(
  deps: Deps,
  owner: OwnerId,
  source: NewSource,
): Promise<OpenedDataSource> {
  const { ingested, connection, ...fields } = source
  const id = randomUUID()
  try {
    const row = await insertDataSource(deps.db, owner, {
      id,
      ...fields,
      tables: toStoredTables(ingested.tables),
      bytes: ingested.bytes,
      address: connection ? addressOf(connection) : '',
      connectionCipher: connection && sealConnection(deps, owner, { id, connection }),
    })
    if (!row)
      throw new AppError('conflict', 'Another source has just taken this name; send the request again.')
    return openDataSource(row)
  } catch (error) {
    await deps.data.removeFiles(owner, filesOf(ingested.tables, connection))
    throw error
  }
}

/** The name of a file for people: without its ending, in its own letters. */
export function toTitle(name: string): string {
  return name.replace(/\.[a-z0-9]{1,8}$/i, '').trim()
}

/** Appends a number until no other data source that the owner can read has the name. */
export async function freeName(
  deps: Pick<Deps, 'db' | 'data'>,
  owner: OwnerId,
  wanted: string,
): Promise<string> {
  const sources = [...(await findSummaries(deps.db, owner)), ...deps.data.offered]
  return otherName(wanted, new Set(sources.map(({ name }) => name)))
}

/**
 * Makes a name that needs no quotes in SQL: `Sales 2026.csv` becomes `sales_2026`, `order.csv` becomes
 * `source_order`. Throws `invalid_request` when the name has no letter or digit.
 */
export function toSqlName(name: string): string {
  const plain = name
    .replace(/\.[a-z0-9]{1,8}$/i, '')
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '_')
    .replace(/^_+|_+$/g, '')
    .slice(0, 48)
  // A name without any Latin letter or digit, for example in Cyrillic.
  if (plain === '' && /[\p{L}\p{N}]/u.test(name.replace(/\.[a-z0-9]{1,8}$/i, ''))) return 'source'
  if (plain === '')
    throw new AppError('invalid_request', 'The name of a data source needs at least one letter or digit.')
  const isTaken = isReservedWord(plain) || isSchemaOfEngine(plain)
  return isTaken || /^[0-9]/.test(plain) ? `source_${plain}` : plain
}
