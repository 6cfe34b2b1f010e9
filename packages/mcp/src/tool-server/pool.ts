import { createHash } from 'node:crypto'
import type { AuthProvider, OAuthClientProvider, PriorDiscovery } from '@modelcontextprotocol/client'
import { AppError } from '@parley/errors'
import type { ToolServerFetch } from '../fetch.ts'
import type { CallableTool } from './list-server-tools.ts'
import { type ClientSession, openConnection } from './open-connection.ts'
import { readProperties } from './read-properties.ts'
import { type ResolvedAddress, resolveAddress } from './resolve-address.ts'
import type { ServerTarget } from './types.ts'

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
 * One owner's server in one configuration: its connection, if one is open, and its negotiated revision and
 * tool list.
 */
export type Place = {
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
  readonly places: Map<string, Place>
  isClosed: boolean
}

/** Creates a pool without connections. */
export function createPool(options: PoolOptions): Pool {
  return { options, places: new Map(), isClosed: false }
}

/**
 * Returns the place of a target, or creates it. Throws AppError `invalid_config` when the properties do not
 * fit the connection's schema, `unavailable` when every connection of the pool is in use.
 */
export function placeOf(pool: Pool, target: ServerTarget): Place {
  if (pool.isClosed)
    throw new AppError('unavailable', 'The service is shutting down.', { retryAfterSeconds: 5 })
  const address = resolveTarget(target, { smitheryApiKey: pool.options.smitheryApiKey })
  const key = keyOf(target, address)
  const held = pool.places.get(key)
  if (!held) makeRoom(pool, target.ownerId)
  const place = held ?? createPlace(target, address)
  // Moved to the end, so that the least recently used place comes first.
  pool.places.delete(key)
  pool.places.set(key, place)
  return place
}

function createPlace(target: ServerTarget, address: ResolvedAddress): Place {
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

/** Evicts the owner's own idle places first, so that one owner cannot evict the connections of others. */
function makeRoom(pool: Pool, ownerId: string): void {
  const { maxConnections, maxConnectionsPerOwner } = pool.options
  const own = [...pool.places].filter(([, place]) => place.target.ownerId === ownerId)
  if (own.length >= maxConnectionsPerOwner) closeIdle(pool, own)
  else if (pool.places.size >= maxConnections) closeIdle(pool, [...pool.places])
}

function closeIdle(pool: Pool, places: readonly (readonly [string, Place])[]): void {
  const idle = places.find(([, place]) => place.users === 0)
  if (!idle) {
    throw new AppError('unavailable', 'Too many tool servers are in use right now. Try again shortly.', {
      retryAfterSeconds: 5,
      isRetryable: true,
    })
  }
  const [key, place] = idle
  pool.places.delete(key)
  closePlace(place)
}

/**
 * Runs `use` with an open connection. Concurrent callers share it. It is closed after `idleMs` without a
 * caller.
 */
export async function withConnection<T>(
  pool: Pool,
  place: Place,
  use: (connection: ClientSession) => Promise<T>,
): Promise<T> {
  if (place.idleTimer) clearTimeout(place.idleTimer)
  place.users += 1
  try {
    return await use(await connectionOf(pool, place))
  } finally {
    place.users -= 1
    if (place.users === 0) {
      place.idleTimer = setTimeout(() => closePlace(place), pool.options.idleMs).unref()
    }
  }
}

function connectionOf(pool: Pool, place: Place): Promise<ClientSession> {
  if (place.connection) return place.connection
  const connection = connectPlace(pool, place, () => forget())
  const forget = () => {
    if (place.connection === connection) place.connection = null
  }
  connection.catch(forget)
  place.connection = connection
  return connection
}

async function connectPlace(pool: Pool, place: Place, onLost: () => void): Promise<ClientSession> {
  const { options } = pool
  const verdict = place.verdict && place.verdict.expiresAt > Date.now() ? place.verdict : null
  try {
    const connection = await openConnection({
      fetch: options.fetchFor(place.target),
      address: place.address,
      type: place.target.connection.type,
      connectMs: options.connectMs,
      maxBytes: options.maxBytes,
      prior: verdict?.prior,
      authProvider: await options.authProvider?.(place.target),
      onLost,
    })
    // Only a probe renews the stored revision. A handshake based on that revision proves nothing new.
    if (!verdict)
      place.verdict = { prior: verdictOf(connection), expiresAt: Date.now() + VERDICT_LIFETIME_MS }
    return connection
  } catch (error) {
    place.verdict = null
    throw error
  }
}

function verdictOf(connection: ClientSession): PriorDiscovery {
  const discover = connection.client.getDiscoverResult()
  return discover ? { kind: 'modern', discover } : { kind: 'legacy' }
}

/** Drops a connection that no longer works, and the stored revision of the server. */
export function dropConnection(place: Place, connection: ClientSession): void {
  place.verdict = null
  connection.client.close().catch(() => {})
}

function closePlace(place: Place): void {
  if (place.idleTimer) clearTimeout(place.idleTimer)
  const { connection } = place
  place.connection = null
  place.tools = null
  connection?.then((open) => open.close()).catch(() => {})
}

/** Closes every connection; calls under way fail. */
export async function closePool(pool: Pool): Promise<void> {
  pool.isClosed = true
  const connections = [...pool.places.values()].map((place) => place.connection)
  for (const place of pool.places.values()) if (place.idleTimer) clearTimeout(place.idleTimer)
  pool.places.clear()
  await Promise.allSettled(connections.map(async (connection) => (await connection)?.close()))
}
