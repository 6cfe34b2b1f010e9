import type { ApprovalPolicy, JsonObject, ToolProperty } from '@parley/domain'
import type { ServerConnection } from '../registry/types.ts'

/** Hints of a server about the behaviour of its tool. They are only as reliable as the server. */
export type ToolHints = {
  readonly title?: string
  readonly readOnlyHint?: boolean
  readonly destructiveHint?: boolean
  readonly idempotentHint?: boolean
  readonly openWorldHint?: boolean
}

/** A tool as its server lists it. */
export type ServerTool = {
  readonly name: string
  readonly description: string
  readonly inputSchema: JsonObject
  readonly outputSchema?: JsonObject
  readonly hints: ToolHints
}

/** The tool as the owner accepted it, and its hash. Plain data that can be stored. */
export type ToolPin = {
  readonly hash: string
  readonly tool: ServerTool
}
/** A tool attached to an agent, as stored. */
export type ServerToolBinding = {
  /** The server's qualified name. */
  readonly toolServerId: string
  readonly toolName: string
  readonly connection: ServerConnection
  readonly properties: readonly ToolProperty[]
  readonly pin: ToolPin
  /** `auto` by default. */
  readonly approval?: ApprovalPolicy
}

/** A server with the configuration of one owner. */
export type ServerTarget = {
  readonly ownerId: string
  readonly toolServerId: string
  readonly connection: ServerConnection
  readonly properties: readonly ToolProperty[]
}
