import type {
  OAuthDiscoveryState,
  StoredOAuthClientInformation,
  StoredOAuthTokens,
} from '@modelcontextprotocol/client'
import type { OwnerId, ToolProperty } from '@parley/domain'

/** The owner and the server of a sign-in. */
export type SignInKey = { readonly ownerId: OwnerId; readonly toolServerId: string }

/** The record of one sign-in. It is plain JSON, and all of it is secret. */
export type SignInRecord = {
  /** The server's address without its query. A record for another address is not used. */
  readonly serverUrl: string
  readonly tokens?: StoredOAuthTokens
  /** Client registrations by their issuer. */
  readonly clients?: Readonly<Record<string, StoredOAuthClientInformation>>
  /** A sign-in that waits for the owner to come back from the authorization server. */
  readonly pending?: PendingSignIn
  /** Scopes that the server requires beyond the granted ones. The next sign-in requests them. */
  readonly wantedScope?: string
}

/** A property with its value in the clear, because a record is plain JSON. */
type RevealedProperty = Omit<ToolProperty, 'value'> & { readonly value: string }

export type PendingSignIn = {
  readonly state: string
  readonly codeVerifier?: string
  readonly discovery?: OAuthDiscoveryState
  /** Configuration that the server's address may depend on. */
  readonly properties?: readonly RevealedProperty[]
  /** Milliseconds since the epoch. */
  readonly startedAt: number
}

/** Stores encrypted records for all processes of an installation. `save` replaces the whole record. */
export type SignInStore = {
  readonly load: (key: SignInKey) => Promise<SignInRecord | null>
  readonly save: (key: SignInKey, record: SignInRecord) => Promise<void>
  readonly remove: (key: SignInKey) => Promise<void>
  /** Whether this caller now holds the lock of a record, for `lifetimeMs` at most; false where there is no record. */
  readonly tryLock: (key: SignInKey, lifetimeMs: number) => Promise<boolean>
  readonly unlock: (key: SignInKey) => Promise<void>
}
