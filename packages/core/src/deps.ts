import type { Model } from '@parley/agent'
import type { CountedRecords, Database, RunNotices } from '@parley/db'
import type { ModelConfig, OfferedModel } from '@parley/domain'
import type { AccessTokens } from './auth/access-token.ts'
import type { TurnsInFlight } from './chat/turns-in-flight.ts'
import type { Catalogs } from './data-source/catalogs.ts'
import type { DataDeps } from './data-source/data-deps.ts'
import type { ApprovalWaits } from './run/approval-waits.ts'
import type { RunEventLog } from './run/run-event-log.ts'
import type { Cipher } from './secrets/cipher.ts'
import type { ToolServerDeps } from './tool-server/tool-server-deps.ts'
import type { ToolSignIns } from './tool-server/tool-sign-ins.ts'

/** Everything impure that a use case may use. The composition root builds it once and passes it in. */
export type Deps = {
  readonly db: Database
  readonly cipher: Cipher
  readonly accessTokens: AccessTokens
  /** Key of the digest under which API keys are stored. */
  readonly apiKeyPepper: Uint8Array
  /** The public address of this deployment, without a trailing slash: `https://parley.example`. */
  readonly origin: string
  /** Absent when the operator configures no chain. Contract wallets cannot sign in then. */
  readonly isSignedByContract?: IsSignedByContract
  readonly openModel: (config: ModelConfig) => Model
  /** Returns the models that a provider offers. Throws like a model. */
  readonly listModels: (config: ModelConfig, signal: AbortSignal) => Promise<OfferedModel[]>
  readonly turns: TurnsInFlight
  readonly approvals: ApprovalWaits
  readonly runEvents: RunEventLog
  readonly runNotices: RunNotices
  readonly blobs: Blobs
  readonly data: DataDeps
  readonly catalogs: Catalogs
  readonly toolServers: ToolServerDeps
  readonly toolSignIns: ToolSignIns
  readonly limits: Limits
  readonly now: () => Date
}

/**
 * Asks a chain whether a contract wallet, deployed or not, accepts a signature (ERC-1271, ERC-6492). Returns
 * false also when the chain does not answer in time.
 */
type IsSignedByContract = (signed: {
  readonly wallet: `0x${string}`
  readonly message: string
  readonly signature: `0x${string}`
}) => Promise<boolean>

/** The limits of one user or one client. */
export type Limits = {
  /**
   * Token bucket for steps of sign-ins, one per client address and one per wallet: refill per second, and
   * size.
   */
  readonly signInsPerSecond: number
  readonly signInBurst: number
  /** Maximum answers under way in one process. */
  readonly turns: number
  /** Maximum of these that one user has; fewer while other users need them. */
  readonly turnsPerUser: number
  /** Maximum that one user can store: bytes of storage, numbers of records. */
  readonly quotas: Readonly<Record<CountedRecords | 'storageBytes', number>>
  /** Maximum milliseconds that a tool call waits for its owner's approval. Absent: ten minutes. */
  readonly approvalMs?: number
}
/** The blob store: bytes under opaque relative paths. A write stores the whole blob or nothing. */
export type Blobs = {
  readonly write: (path: string, bytes: Uint8Array) => Promise<void>
  /** Null when there is nothing under the path. */
  readonly read: (path: string) => Promise<Uint8Array | null>
  /** Removes a file or a folder. Does nothing when it is missing. */
  readonly remove: (path: string) => Promise<void>
}
