import type { DataConnection } from '@parley/contract'
import type { OwnerId, StoredDataSource } from '@parley/db'
import { type Connection, Secret } from '@parley/domain'
import type { AppError } from '@parley/errors'
import * as z from 'zod'
import type { Cipher, SecretPlace } from '../secrets/cipher.ts'
import { decryptReadable, unreadableSecret } from '../secrets/unreadable-secret.ts'

type Deps = { readonly cipher: Cipher }

const server = {
  host: z.string(),
  port: z.number(),
  database: z.string(),
  user: z.string(),
  password: z.string(),
  tls: z.enum(['off', 'require', 'verify']),
}
const schemas = z.array(z.string()).readonly().exactOptional()
const httpEngine = { url: z.string(), user: z.string(), password: z.string() }

/** A connection as the database keeps it. */
const StoredConnection: z.ZodType<Connection> = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('postgresql'), ...server, schemas }),
  z.object({ kind: z.literal('mysql'), ...server }),
  /** A file that was uploaded. */
  z.object({ kind: z.literal('sqlite'), file: z.string() }),
  z.object({
    kind: z.literal('http_api'),
    url: z.string(),
    headers: z.record(z.string(), z.string()),
    recordsPath: z.string().exactOptional(),
  }),
  z.object({ kind: z.literal('clickhouse'), ...httpEngine, database: z.string() }),
  z.object({ kind: z.literal('trino'), ...httpEngine, catalog: z.string(), schemas }),
])

/** A connection as it was sent, with what was left out filled in. */
export function toConnection(sent: DataConnection): Connection {
  switch (sent.kind) {
    case 'postgresql': {
      const { schemas: only, port = 5432, ...rest } = sent
      return { ...rest, port, ...withDefaults(sent), ...(only && { schemas: only }) }
    }
    case 'mysql': {
      const { port = 3306, ...rest } = sent
      return { ...rest, port, ...withDefaults(sent) }
    }
    case 'http_api': {
      const { records_path: recordsPath, headers = {}, ...rest } = sent
      return { ...rest, headers, ...(recordsPath !== undefined && { recordsPath }) }
    }
    case 'clickhouse':
      return { ...sent, password: sent.password ?? '' }
    case 'trino': {
      const { schemas: only, password = '', ...rest } = sent
      return { ...rest, password, ...(only && { schemas: only }) }
    }
  }
}

const LOOPBACK = /^(localhost|.+\.localhost|127(\.\d{1,3}){3}|\[?::1\]?)$/i

/** A connection to another machine is encrypted and its certificate is checked, unless the caller chose otherwise. */
function withDefaults({ host, password, tls }: Extract<DataConnection, { host: string }>) {
  const fallback: 'off' | 'verify' = LOOPBACK.test(host) ? 'off' : 'verify'
  return { password: password ?? '', tls: tls ?? fallback }
}

/** Where a connection leads, for people to read. Without user, password, headers and query: those may be secret. */
export function addressOf(connection: Connection): string {
  switch (connection.kind) {
    case 'postgresql':
    case 'mysql':
      return `${hostOf(connection.host)}:${connection.port}/${connection.database}`
    case 'sqlite':
      return ''
    case 'http_api':
      return placeOf(connection.url)
    case 'clickhouse':
      return `${placeOf(connection.url)} ${connection.database}`
    case 'trino':
      return `${placeOf(connection.url)} ${connection.catalog}`
  }
}

/** Writes an IPv6 address in brackets, as it must be before a port. */
function hostOf(host: string): string {
  return host.includes(':') && !host.startsWith('[') ? `[${host}]` : host
}

function placeOf(url: string): string {
  const { origin, pathname } = new URL(url)
  return `${origin}${pathname === '/' ? '' : pathname}`
}

/** Encrypts a connection for the one row it belongs to. */
export function sealConnection(
  deps: Deps,
  owner: OwnerId,
  { id, connection }: { readonly id: string; readonly connection: Connection },
): Buffer {
  return deps.cipher.encrypt(new Secret(JSON.stringify(connection)), connectionPlace(id, owner))
}

/**
 * Decrypts the connection of a row of `owner`; null where everything lies in files. Throws `invalid_config` with what
 * the operator must do when no configured master key opens it.
 */
export function openConnection(
  deps: Deps,
  owner: OwnerId,
  row: Pick<StoredDataSource, 'id' | 'name' | 'connectionCipher'>,
): Connection | null {
  const connection = openReadable(deps, owner, row)
  if (connection === 'unreadable') throw unreadableConnection(row)
  return connection
}

/** The `invalid_config` for reaching a data source whose connection cannot be read. */
export function unreadableConnection({ name }: { readonly name: string }): AppError {
  return unreadableSecret({
    secret: `The connection of the data source "${name}"`,
    repair: 'delete this data source and connect it again',
  })
}

/** Does the same, but returns `unreadable` instead of throwing. */
export function openReadable(
  { cipher }: Deps,
  owner: OwnerId,
  { id, connectionCipher }: Pick<StoredDataSource, 'id' | 'connectionCipher'>,
): Connection | null | 'unreadable' {
  if (connectionCipher === null) return null
  const opened = decryptReadable(cipher, connectionCipher, connectionPlace(id, owner))
  return opened === null ? 'unreadable' : StoredConnection.parse(JSON.parse(opened.reveal()))
}

function connectionPlace(id: string, owner: OwnerId): SecretPlace {
  return { table: 'data_source', row: id, owner }
}
