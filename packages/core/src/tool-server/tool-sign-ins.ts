import type { SignInState } from '@parley/contract'
import type { OwnerId } from '@parley/db'
import type { ConfiguredServer } from './tool-server-deps.ts'

/** What the mcp package does for sign-ins of owners at tool servers. */
export type ToolSignIns = {
  /** Asks the server. Throws `not_found` for an unknown one, `upstream_failed`, `upstream_timeout`. */
  readonly state: (owner: OwnerId, toolServerId: string) => Promise<SignInState>
  /** Returns the address for the owner's browser, or null when no sign-in is needed. Throws like `state`. */
  readonly start: (owner: OwnerId, server: ConfiguredServer) => Promise<string | null>
  /**
   * Completes a sign-in with the parameters of the browser's callback. Returns the server. Throws
   * `invalid_request` for a sign-in that this owner did not start or that is over, `upstream_failed` when it
   * was refused.
   */
  readonly finish: (owner: OwnerId, parameters: URLSearchParams) => Promise<string>
  readonly end: (owner: OwnerId, toolServerId: string) => Promise<void>
}
