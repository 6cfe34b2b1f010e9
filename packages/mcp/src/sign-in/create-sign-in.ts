import { randomBytes, timingSafeEqual } from 'node:crypto'
import {
  type AuthProvider,
  auth,
  type OAuthClientProvider,
  type StoredOAuthClientInformation,
  StreamableHTTPClientTransport,
  UnauthorizedError,
} from '@modelcontextprotocol/client'
import { Secret } from '@parley/domain'
import { AppError, isAppError } from '@parley/errors'
import type { ToolServerFetch } from '../fetch.ts'
import { toAppError } from '../tool-server/exchange.ts'
import { guardFetch } from '../tool-server/guard-fetch.ts'
import { openConnection } from '../tool-server/open-connection.ts'
import { resolveTarget } from '../tool-server/pool.ts'
import { readFailure } from '../tool-server/read-failure.ts'
import type { ResolvedAddress } from '../tool-server/resolve-address.ts'
import type { ServerTarget } from '../tool-server/types.ts'
import { createProvider } from './create-provider.ts'
import { refreshOnce } from './refresh-once.ts'
import type { PendingSignIn, SignInKey, SignInStore } from './types.ts'

const PENDING_MS = 600_000
const CONNECT_MS = 15_000
const MAX_BYTES = 1024 * 1024

export type SignInInput = {
  /** The egress client for tool servers; authorization servers are reached through it too. */
  readonly fetch: ToolServerFetch
  readonly store: SignInStore
  /** The redirect URI: authorization servers send the owner's browser back to it. */
  readonly redirectUrl: string
  readonly clientName?: string
  /**
   * An https address that serves this client's metadata, for servers that support Client ID Metadata
   * Documents.
   */
  readonly clientMetadataUrl?: string
  /** The client that the operator registered by hand at the server's authorization server. */
  readonly registeredClient?: (key: SignInKey) => StoredOAuthClientInformation | undefined
  readonly smitheryApiKey?: string
}

export type StartedSignIn =
  | {
      readonly kind: 'redirect' /** The address to which the owner's browser is sent. */
      readonly url: string
    }
  | { readonly kind: 'signed_in' }

export type SignIn = {
  /** The OAuth provider of a tool server's connection; for createToolServers. */
  readonly authProvider: (target: ServerTarget) => Promise<AuthProvider | OAuthClientProvider>
  /**
   * The fetch to use with `authProvider`. It refreshes the tokens of one owner at one server once at a time.
   */
  readonly fetchFor: (target: ServerTarget) => ToolServerFetch
  /**
   * Whether the server refuses the owner until they sign in; false also when the server does not say so.
   * Required properties may be missing, here and in `start`. Throws AppError `invalid_config` when they give
   * no valid address.
   */
  readonly isNeeded: (target: ServerTarget) => Promise<boolean>
  /**
   * Starts the authorization-code flow. Throws AppError when the server or its authorization server fails.
   */
  readonly start: (target: ServerTarget) => Promise<StartedSignIn>
  /**
   * Finishes the flow with the parameters that the owner's browser came back with. Throws AppError
   * `invalid_request` when this owner did not start the sign-in or it has ended, `upstream_failed` when it
   * was refused.
   */
  readonly finish: (target: ServerTarget, parameters: URLSearchParams) => Promise<void>
  readonly signOut: (key: SignInKey) => Promise<void>
}

/** Creates the sign-ins of owners at tool servers, by the authorization-code flow of the protocol. */
export function createSignIn(input: SignInInput): SignIn {
  return {
    authProvider: (target) => connectionProvider(input, target),
    fetchFor: (target) => fetchFor(input, target),
    isNeeded: (target) => isSignInNeeded(input, target),
    start: (target) => startSignIn(input, target),
    finish: (target, parameters) => finishSignIn(input, target, parameters),
    signOut: ({ ownerId, toolServerId }) => input.store.remove({ ownerId, toolServerId }),
  }
}

/**
 * Returns the server that the state parameter of a callback belongs to. Returns null for an invalid state.
 */
export function toolServerOfState(state: string | null): string | null {
  const encoded = state?.split('.')[1]
  return encoded ? Buffer.from(encoded, 'base64url').toString() : null
}

/**
 * Returns a provider that sends no requests when the owner never signed in. The server's 401 then ends the
 * call at once, without an unused client registration.
 */
async function connectionProvider(
  input: SignInInput,
  target: ServerTarget,
): Promise<AuthProvider | OAuthClientProvider> {
  const provider = providerFor(input, target)
  if (await provider.tokens()) return provider
  return { token: async () => (await provider.tokens())?.access_token }
}

async function isSignInNeeded(input: SignInInput, target: ServerTarget): Promise<boolean> {
  const provider = await connectionProvider(input, target)
  try {
    await connectOnce(input, target, provider)
  } catch (error) {
    return readFailure(error).kind === 'needs_sign_in'
  }
  return false
}

async function startSignIn(input: SignInInput, target: ServerTarget): Promise<StartedSignIn> {
  const state = `${randomBytes(32).toString('base64url')}.${Buffer.from(target.toolServerId).toString('base64url')}`
  let redirect: URL | undefined
  const properties = target.properties.map(({ value, ...rest }) => ({ ...rest, value: value.reveal() }))
  const pending = { state, startedAt: Date.now(), properties }
  const provider = providerFor(input, target, { pending, onRedirect: (url) => (redirect = url) })
  const { tokens, wantedScope } = (await input.store.load(keyOf(target))) ?? {}
  try {
    // With valid tokens, connecting would succeed without starting a new sign-in.
    if (tokens && wantedScope) {
      const serverUrl = resolveForSignIn(input, target).url
      await auth(provider, {
        serverUrl,
        scope: wantedScope,
        forceReauthorization: true,
        fetchFn: guarded(fetchFor(input, target)),
      })
    } else {
      await connectOnce(input, target, provider)
    }
  } catch (error) {
    if (!(error instanceof UnauthorizedError)) throw toSignInError(error, target)
  }
  if (!redirect) return { kind: 'signed_in' }
  if (!isSafeToVisit(redirect)) {
    throw new AppError(
      'upstream_failed',
      `Tool server "${target.toolServerId}" names an unsafe address for signing in.`,
    )
  }
  return { kind: 'redirect', url: redirect.href }
}

/** A server answers the connection attempt with how to sign in to it. */
async function connectOnce(
  input: SignInInput,
  target: ServerTarget,
  provider: AuthProvider | OAuthClientProvider,
): Promise<void> {
  const connection = await openConnection({
    fetch: fetchFor(input, target),
    address: resolveForSignIn(input, target),
    type: target.connection.type,
    connectMs: CONNECT_MS,
    maxBytes: MAX_BYTES,
    prior: undefined,
    authProvider: provider,
    onLost: () => {},
  })
  await connection.close()
}

async function finishSignIn(
  input: SignInInput,
  target: ServerTarget,
  parameters: URLSearchParams,
): Promise<void> {
  const pending = (await input.store.load(keyOf(target)))?.pending
  const isOurs = pending && isSame(pending.state, parameters.get('state') ?? '')
  if (!isOurs || Date.now() - pending.startedAt > PENDING_MS) {
    throw new AppError('invalid_request', 'This sign-in is unknown or has ended. Start it again.')
  }
  const kept = pending.properties?.map(({ value, ...rest }) => ({ ...rest, value: new Secret(value) }))
  const begun = { ...target, properties: kept ?? target.properties }
  const provider = providerFor(input, begun, { pending, onRedirect: () => {} })
  const url = new URL(resolveForSignIn(input, begun).url)
  const transport = new StreamableHTTPClientTransport(url, {
    authProvider: provider,
    fetch: guarded(input.fetch),
  })
  try {
    await transport.finishAuth(parameters)
  } catch (error) {
    throw toSignInError(error, target)
  }
}

/**
 * An owner signs in before a binding exists, so required properties may be missing. Most servers ask for a
 * token first.
 */
function resolveForSignIn({ smitheryApiKey }: SignInInput, target: ServerTarget): ResolvedAddress {
  return resolveTarget(target, { smitheryApiKey, isPartial: true })
}

function toSignInError(error: unknown, target: ServerTarget): AppError {
  if (isAppError(error)) return error
  const failure = readFailure(error)
  if (failure.kind === 'timeout' || failure.kind === 'lost') return toAppError(failure, target.toolServerId)
  return new AppError(
    'upstream_failed',
    `Signing in to tool server "${target.toolServerId}" was refused or is not offered.`,
    {
      cause: error,
    },
  )
}

function fetchFor({ fetch, store }: SignInInput, target: ServerTarget): ToolServerFetch {
  return refreshOnce(fetch, { store, key: keyOf(target) })
}

type Interaction = { readonly pending: PendingSignIn; readonly onRedirect: (url: URL) => void }

function providerFor(
  input: SignInInput,
  target: ServerTarget,
  interaction?: Interaction,
): OAuthClientProvider {
  const { url } = resolveForSignIn(input, target)
  const key = keyOf(target)
  return createProvider({
    store: input.store,
    key,
    serverUrl: `${url.origin}${url.pathname}`,
    redirectUrl: input.redirectUrl,
    clientName: input.clientName ?? 'Parley',
    clientMetadataUrl: input.clientMetadataUrl,
    registeredClient: input.registeredClient?.(key),
    pending: interaction?.pending,
    onRedirect: interaction?.onRedirect ?? (() => {}),
  })
}

function keyOf({ ownerId, toolServerId }: ServerTarget): SignInKey {
  return { ownerId, toolServerId }
}

function guarded(fetch: ToolServerFetch): ToolServerFetch {
  return guardFetch(fetch, { maxBytes: MAX_BYTES, isListening: true, onCut: () => {} })
}

function isSame(a: string, b: string): boolean {
  const left = Buffer.from(a)
  const right = Buffer.from(b)
  return left.length === right.length && timingSafeEqual(left, right)
}

/** The owner's browser opens this address, so only https and http on loopback are accepted. */
function isSafeToVisit(url: URL): boolean {
  const isLoopback = /^(localhost|127\.0\.0\.1|\[::1\])$/.test(url.hostname)
  return url.protocol === 'https:' || (url.protocol === 'http:' && isLoopback)
}
