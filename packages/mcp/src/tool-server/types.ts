import type { JsonObject, JsonSchema } from '@parley/domain'
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

export type Datatype = 'string' | 'number' | 'integer' | 'boolean' | 'json'

/**
 * A value that the owner fixed. The keys of the schemas decide whether it is connection configuration or an
 * argument.
 */
export type BoundProperty = {
  readonly key: string
  readonly value: string
  readonly datatype: Datatype
}

/**
 * Whether a call needs the owner's approval: `auto` no, `ask` yes. A tool with policy `never` is not offered
 * to the model.
 */
export type ApprovalPolicy = 'auto' | 'ask' | 'never'

export type ApprovalRequest = {
  readonly toolServerId: string
  readonly toolName: string
  readonly description: string
  /** The arguments of the model, without the owner's bound arguments. */
  readonly arguments: JsonObject
  /** The owner's bound arguments, which are sent too; secrets are `[redacted]`. */
  readonly fixedArguments: JsonObject
  /** The schema that `arguments` have to fit. */
  readonly parameters: JsonSchema
  readonly hints: ToolHints
  readonly stepId: number
  readonly signal: AbortSignal
}

export type ApprovalDecision =
  | {
      readonly kind: 'approve' /** Replace the model's arguments when the owner edited them. */
      readonly arguments?: JsonObject
    }
  | { readonly kind: 'deny'; readonly reason?: string }

/** Asks the owner. Timeouts are paused meanwhile. Rejects when the request's signal is aborted. */
export type Approve = (request: ApprovalRequest) => Promise<ApprovalDecision>

/** A tool attached to an agent, as stored. */
export type ServerToolBinding = {
  /** The server's qualified name. */
  readonly toolServerId: string
  readonly toolName: string
  readonly connection: ServerConnection
  readonly properties: readonly BoundProperty[]
  readonly pin: ToolPin
  /** `auto` by default. */
  readonly approval?: ApprovalPolicy
}

/** A server with the configuration of one owner. */
export type ServerTarget = {
  readonly ownerId: string
  readonly toolServerId: string
  readonly connection: ServerConnection
  readonly properties: readonly BoundProperty[]
}

/** A file that a tool returned. */
export type ToolFile = {
  readonly ownerId: string
  readonly toolServerId: string
  readonly toolName: string
  readonly name: string
  readonly mediaType: string
  readonly bytes: Uint8Array
}
