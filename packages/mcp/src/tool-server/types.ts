import type { JsonObject, JsonSchema } from '@parley/agent'
import type { ServerConnection } from '../registry/types.ts'

/** What a server says of its tool's behaviour: hints, and true only as far as the server is trusted. */
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

/** What the owner accepted: the tool as it was listed then, and its hash. Plain data, to be stored. */
export type ToolPin = {
  readonly hash: string
  readonly tool: ServerTool
}

export type Datatype = 'string' | 'number' | 'integer' | 'boolean' | 'json'

/** A value the owner fixed: connection configuration or an argument, told apart by the schemas' keys. */
export type BoundProperty = {
  readonly key: string
  readonly value: string
  readonly datatype: Datatype
}

/**
 * Whether a call needs the owner's word: `auto` no, `ask` yes, `never` it is always refused.
 */
export type ApprovalPolicy = 'auto' | 'ask' | 'never'

export type ApprovalRequest = {
  readonly toolServerId: string
  readonly toolName: string
  readonly description: string
  /** What the model wants to send; the owner's bound arguments are not among them. */
  readonly arguments: JsonObject
  /** The schema that arguments have to fit. */
  readonly parameters: JsonSchema
  readonly hints: ToolHints
  readonly stepId: number
  readonly signal: AbortSignal
}

export type ApprovalDecision =
  | {
      readonly kind: 'approve' /** In place of the model's, where the owner edited them. */
      readonly arguments?: JsonObject
    }
  | { readonly kind: 'deny'; readonly reason?: string }

/** Asks the owner. May take as long as it likes, no time passes meanwhile; it rejects when the request's signal is aborted. */
export type Approve = (request: ApprovalRequest) => Promise<ApprovalDecision>

/** A tool attached to an agent, as stored. */
export type ServerToolBinding = {
  /** The server's qualified name. */
  readonly toolServerId: string
  readonly toolName: string
  readonly connection: ServerConnection
  readonly properties: readonly BoundProperty[]
  readonly pin: ToolPin
  /** `auto` where nothing is said. */
  readonly approval?: ApprovalPolicy
}

/** A server as one owner configured it. */
export type ServerTarget = {
  readonly ownerId: string
  readonly toolServerId: string
  readonly connection: ServerConnection
  readonly properties: readonly BoundProperty[]
}

/** A file a tool returned. */
export type ToolFile = {
  readonly ownerId: string
  readonly toolServerId: string
  readonly toolName: string
  readonly name: string
  readonly mediaType: string
  readonly bytes: Uint8Array
}
