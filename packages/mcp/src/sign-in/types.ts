import type {
  OAuthDiscoveryState,
  StoredOAuthClientInformation,
  StoredOAuthTokens,
} from '@modelcontextprotocol/client'
import type { BoundProperty } from '../tool-server/types.ts'

/** Whose sign-in at which server. */
export type SignInKey = { readonly ownerId: string; readonly toolServerId: string }

/** Everything kept about one sign-in: plain JSON, and secret through and through. */
export type SignInRecord = {
  /** The server's address without its query. A record for another address is not used. */
  readonly serverUrl: string
  readonly tokens?: StoredOAuthTokens
  /** Client registrations by the issuer they were made at. */
  readonly clients?: Readonly<Record<string, StoredOAuthClientInformation>>
  /** A sign-in that waits for the owner to come back from the authorization server. */
  readonly pending?: PendingSignIn
  /** What a server asked for beyond what was granted; the next sign-in asks for it. */
  readonly wantedScope?: string
}

export type PendingSignIn = {
  readonly state: string
  readonly codeVerifier?: string
  readonly discovery?: OAuthDiscoveryState
  /** Configuration the server's address may depend on. */
  readonly properties?: readonly BoundProperty[]
  /** Milliseconds since the epoch. */
  readonly startedAt: number
}

/** Where records are kept, encrypted. `save` replaces the whole record. */
export type SignInStore = {
  readonly load: (key: SignInKey) => Promise<SignInRecord | null>
  readonly save: (key: SignInKey, record: SignInRecord) => Promise<void>
  readonly remove: (key: SignInKey) => Promise<void>
}
