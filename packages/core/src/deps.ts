import type { Model } from '@parley/agent'
import type { Provider } from '@parley/contract'
import type { Database } from '@parley/db'
import type { AccessTokens } from './auth/access-token.ts'
import type { TurnsInFlight } from './chat/turns-in-flight.ts'
import type { Catalogues } from './data-source/catalogues.ts'
import type { DataDeps } from './data-source/data-deps.ts'
import type { ApprovalWaits } from './run/approval-waits.ts'
import type { Cipher } from './secrets/cipher.ts'
import type { Secret } from './secrets/secret.ts'
import type { ToolServerDeps } from './tool-server/tool-server-deps.ts'
import type { ToolSignIns } from './tool-server/tool-sign-ins.ts'

/** Everything impure a use case may touch; built once by the composition root and handed in. */
export type Deps = {
  readonly db: Database
  readonly cipher: Cipher
  readonly accessTokens: AccessTokens
  /** Key of the digest under which API keys are stored. */
  readonly apiKeyPepper: Uint8Array
  /** Where people reach this deployment, without a trailing slash: `https://parley.example`. */
  readonly origin: string
  /** Absent where the operator names no chain; contract wallets cannot sign in then. */
  readonly isSignedByContract?: IsSignedByContract
  readonly openModel: (config: ModelConfig) => Model
  /** The models a provider offers. Throws as a model does. */
  readonly listModels: (config: ModelConfig, signal: AbortSignal) => Promise<OfferedModel[]>
  readonly turns: TurnsInFlight
  readonly approvals: ApprovalWaits
  readonly blobs: Blobs
  readonly data: DataDeps
  readonly catalogues: Catalogues
  readonly toolServers: ToolServerDeps
  readonly toolSignIns: ToolSignIns
  readonly limits: Limits
  readonly now: () => Date
}

/**
 * Asks a chain whether a contract wallet, deployed or not, takes a signature for its own (ERC-1271, ERC-6492). False
 * also where the chain gives no answer in time.
 */
type IsSignedByContract = (signed: {
  readonly wallet: `0x${string}`
  readonly message: string
  readonly signature: `0x${string}`
}) => Promise<boolean>

/** What one user or one client may take of the service. */
export type Limits = {
  /** Steps of sign-ins, for each source and for each wallet: tokens that come back a second, and how many there are. */
  readonly signInsPerSecond: number
  readonly signInBurst: number
  /** Answers one user may have under way in one process. */
  readonly turnsPerUser: number
  /** Milliseconds for which a tool call waits for its owner's word at most; ten minutes where it is absent. */
  readonly approvalMs?: number
}

/** A language model as the user configured it, with its key in the clear. */
export type ModelConfig = {
  readonly provider: Provider
  readonly model: string
  readonly baseUrl: string | null
  readonly apiKey: Secret
  readonly params: ModelParams
}

export type OfferedModel = { readonly id: string; readonly name: string }

/** What is sent to the vendor; anything else in the stored `params` is only echoed. */
export type ModelParams = {
  readonly temperature?: number
  readonly topP?: number
  readonly maxTokens?: number
}

/** The blob store: bytes under opaque relative paths. Writing is all or nothing. */
export type Blobs = {
  readonly write: (path: string, bytes: Uint8Array) => Promise<void>
  /** Null when there is nothing under the path. */
  readonly read: (path: string) => Promise<Uint8Array | null>
  /** Removes a file or a folder; nothing happens where there is none. */
  readonly remove: (path: string) => Promise<void>
}
