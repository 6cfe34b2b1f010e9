import type { Database, RunNotices } from '@parley/db'
import type { AdmissionPolicy } from './admission/admission-policy.ts'
import type { Blobs } from './artifact/blobs.ts'
import type { AccessTokens } from './auth/access-token.ts'
import type { SignInLimits } from './auth/count-sign-in.ts'
import type { IsSignedByContract } from './auth/verify-wallet.ts'
import type { Catalogs } from './data-source/catalogs.ts'
import type { DataDeps } from './data-source/data-deps.ts'
import type { EventLimits } from './event/cut-events.ts'
import type { ListOfferedModels, OpenModel, SeesPictures } from './llm-config/open-model.ts'
import type { QuotaLimits } from './quota.ts'
import type { ApprovalWaits } from './run/approval-waits.ts'
import type { ApprovalLimits } from './run/ask-owner.ts'
import type { RunEventLog } from './run/run-event-log.ts'
import type { TurnLimits, TurnsInFlight } from './run/turns-in-flight.ts'
import type { Cipher } from './secrets/cipher.ts'
import type { ToolServerDeps } from './tool-server/tool-server-deps.ts'
import type { ToolSignIns } from './tool-server/tool-sign-ins.ts'
import type { Prices } from './usage/prices.ts'
import type { UsageLimits } from './usage/require-allowance.ts'
import type { ReportLimit } from './usage/take-from-limit.ts'
import type { PostWebhook } from './webhook/send-delivery.ts'
import type { CheckWebhookUrl } from './webhook/webhook.ts'

/** Everything impure that a use case may use. The composition root builds it once and passes it in. */
export type Deps = {
  readonly db: Database
  readonly cipher: Cipher
  readonly accessTokens: AccessTokens
  /** Who may get an account. */
  readonly admission: AdmissionPolicy
  /** Key of the digest under which API keys are stored. */
  readonly apiKeyPepper: Uint8Array
  /** The public address of this deployment, without a trailing slash: `https://parley.example`. */
  readonly origin: string
  /** Absent when the operator configures no chain. Contract wallets cannot sign in then. */
  readonly isSignedByContract?: IsSignedByContract
  readonly openModel: OpenModel
  readonly listModels: ListOfferedModels
  readonly seesPictures: SeesPictures
  readonly turns: TurnsInFlight
  readonly approvals: ApprovalWaits
  readonly runEvents: RunEventLog
  readonly runNotices: RunNotices
  readonly blobs: Blobs
  readonly data: DataDeps
  readonly catalogs: Catalogs
  readonly toolServers: ToolServerDeps
  readonly toolSignIns: ToolSignIns
  readonly postWebhook: PostWebhook
  readonly checkWebhookUrl: CheckWebhookUrl
  readonly prices: Prices
  readonly limits: Limits
  readonly now: () => Date
  /** Replaced for each request whose reply reports the limits of its caller. */
  readonly reportLimit: ReportLimit
}

/** The limits of one user or one client. */
export type Limits = EventLimits & UsageLimits & SignInLimits & TurnLimits & QuotaLimits & ApprovalLimits
