import { createHash } from 'node:crypto'
import type { AuthProvider, OAuthClientProvider, PriorDiscovery } from '@modelcontextprotocol/client'
import { AppError } from '@parley/errors'
import type { ToolServerFetch } from '../fetch.ts'
import { type ClientSession, openConnection } from './open-connection.ts'
import { readProperties } from './read-properties.ts'
import { type ResolvedAddress, resolveAddress } from './resolve-address.ts'
import type { CallableTool, ServerTarget } from './types.ts'

const VERDICT_LIFETIME_MS = 600_000

/** The authentication of connections to a target. */
export type ProviderOf = (target: ServerTarget) => Promise<AuthProvider | OAuthClientProvider>

export type PoolOptions = {
  readonly fetchFor: (target: ServerTarget) => ToolServerFetch
  readonly connectMs: number
  readonly idleMs: number
  readonly maxBytes: number
  readonly maxConnections: number
  readonly maxConnectionsPerOwner: number
  readonly smitheryApiKey: string | undefined
  readonly authProvider: ProviderOf | undefined
}

/**
 * One owner's connection to a server in one configuration: the session, if it is open, its negotiated
 * revision and its tool list.
 */
export type PoolEntry = {
  readonly target: ServerTarget
  readonly address: ResolvedAddress
  connection: Promise<ClientSession> | null
  tools: {
    readonly list: Promise<readonly CallableTool[]>
    readonly isPending: boolean
    readonly expiresAt: number
  } | null
  verdict: { readonly prior: PriorDiscovery; readonly expiresAt: number } | null
  users: number
  idleTimer: NodeJS.Timeout | null
}

export type Pool = {
  readonly options: PoolOptions
  /** Least recently used first. */
  readonly entries: Map<string, PoolEntry>
  isClosed: boolean
}

/** Creates a pool without connections. */
export function createPool(options: PoolOptions): Pool {
  return { options, entries: new Map(), isClosed: false }
}

/**
 * Returns the entry of a target, or creates it. Throws AppError `invalid_config` when the properties do not
 * fit the connection's schema, `unavailable` when every connection of the pool is in use.
 */
export function entryOf(pool: Pool, target: ServerTarget): PoolEntry {
  if (pool.isClosed)
    throw new AppError('unavailable', 'The service is shutting down.', { retryAfterSeconds: 5 })
  const address = resolveTarget(target, { smitheryApiKey: pool.options.smitheryApiKey })
  const key = keyOf(target, address)
  const held = pool.entries.get(key)
  if (!held) makeRoom(pool, target.ownerId)
  const entry = held ?? createEntry(target, address)
  // Moved to the end, so that the least recently used entry comes first.
  pool.entries.delete(key)
  pool.entries.set(key, entry)
  return entry
}

function createEntry(target: ServerTarget, address: ResolvedAddress): PoolEntry {
  return { target, address, connection: null, tools: null, verdict: null, users: 0, idleTimer: null }
}

/**
 * Returns the address of a target with its configuration applied. Throws AppError `invalid_config` when the
 * configuration does not fit, or when a required value is missing, unless it `isPartial`.
 */
export function resolveTarget(
  target: ServerTarget,
  { smitheryApiKey, isPartial = false }: ResolveOptions = {},
): ResolvedAddress {
  const { connection, properties, toolServerId } = target
  const { configSchema } = connection
  const read = readProperties(properties, { configSchema, inputSchema: null, isPartial })
  if (read.kind === 'problem') {
    throw new AppError('invalid_config', `Tool server "${toolServerId}": ${read.message}`)
  }
  return resolveAddress({ connection, configuration: read.configuration, smitheryApiKey })
}

export type ResolveOptions = {
  readonly smitheryApiKey?: string | undefined
  readonly isPartial?: boolean
}

/** A hash, so that the keys of the pool hold no secret of a configuration. */
function keyOf(target: ServerTarget, address: ResolvedAddress): string {
  const parts = [
    target.ownerId,
    target.toolServerId,
    target.connection.type,
    address.url.href,
    address.headers,
  ]
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex')
}

/** Evicts the owner's own idle entries first, so that one owner cannot evict the connections of others. */
function makeRoom(pool: Pool, ownerId: string): void {
  const { maxConnections, maxConnectionsPerOwner } = pool.options
  const own = [...pool.entries].filter(([, entry]) => entry.target.ownerId === ownerId)
  if (own.length >= maxConnectionsPerOwner) closeIdle(pool, own)
  else if (pool.entries.size >= maxConnections) closeIdle(pool, [...pool.entries])
}

function closeIdle(pool: Pool, entries: readonly (readonly [string, PoolEntry])[]): void {
  const idle = entries.find(([, entry]) => entry.users === 0)
  if (!idle) {
    throw new AppError('unavailable', 'Too many tool servers are in use right now. Try again shortly.', {
      retryAfterSeconds: 5,
      isRetryable: true,
    })
  }
  const [key, entry] = idle
  pool.entries.delete(key)
  closeEntry(entry)
}

/**
 * Runs `use` with an open connection. Concurrent callers share it. It is closed after `idleMs` without a
 * caller.
 */
export async function withConnection<T>(
  pool: Pool,
  entry: PoolEntry,
  use: (connection: ClientSession) => Promise<T>,
): Promise<T> {
  if (entry.idleTimer) clearTimeout(entry.idleTimer)
  entry.users += 1
  try {
    return await use(await connectionOf(pool, entry))
  } finally {
    entry.users -= 1
    if (entry.users === 0) {
      entry.idleTimer = setTimeout(() => closeEntry(entry), pool.options.idleMs).unref()
    }
  }
}

function connectionOf(pool: Pool, entry: PoolEntry): Promise<ClientSession> {
  if (entry.connection) return entry.connection
  const connection = connectEntry(pool, entry, () => forget())
  const forget = () => {
    if (entry.connection === connection) entry.connection = null
  }
  connection.catch(forget)
  entry.connection = connection
  return connection
}

async function connectEntry(pool: Pool, entry: PoolEntry, onLost: () => void): Promise<ClientSession> {
  const { options } = pool
  const verdict = entry.verdict && entry.verdict.expiresAt > Date.now() ? entry.verdict : null
  try {
    const connection = await openConnection({
      fetch: options.fetchFor(entry.target),
      address: entry.address,
      type: entry.target.connection.type,
      connectMs: options.connectMs,
      maxBytes: options.maxBytes,
      prior: verdict?.prior,
      authProvider: await options.authProvider?.(entry.target),
      onLost,
    })
    // Only a probe renews the stored revision. A handshake based on that revision proves nothing new.
    if (!verdict)
      entry.verdict = { prior: verdictOf(connection), expiresAt: Date.now() + VERDICT_LIFETIME_MS }
    return connection
  } catch (error) {
    entry.verdict = null
    throw error
  }
}

function verdictOf(connection: ClientSession): PriorDiscovery {
  const discover = connection.client.getDiscoverResult()
  return discover ? { kind: 'modern', discover } : { kind: 'legacy' }
}

/** Drops a connection that no longer works, and the stored revision of the server. */
export function dropConnection(entry: PoolEntry, connection: ClientSession): void {
  entry.verdict = null
  connection.client.close().catch(() => {})
}

function closeEntry(entry: PoolEntry): void {
  if (entry.idleTimer) clearTimeout(entry.idleTimer)
  const { connection } = entry
  entry.connection = null
  entry.tools = null
  connection?.then((open) => open.close()).catch(() => {})
}

/** Closes every connection; calls under way fail. */
export async function closePool(pool: Pool): Promise<void> {
  pool.isClosed = true
  const connections = [...pool.entries.values()].map((entry) => entry.connection)
  for (const entry of pool.entries.values()) if (entry.idleTimer) clearTimeout(entry.idleTimer)
  pool.entries.clear()
  await Promise.allSettled(connections.map(async (connection) => (await connection)?.close()))
}
