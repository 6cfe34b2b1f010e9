import type { ApprovalPolicy } from './approval.ts'
import type { JsonObject } from './json.ts'
import type { Secret } from './secret.ts'

/** How the text of a property is read. */
export type Datatype = 'string' | 'number' | 'integer' | 'boolean' | 'json'

/**
 * A value that the owner fixed: a setting of the tool server, or an argument of its tool. It is often a token, so it is
 * a Secret.
 */
export type ToolProperty = { readonly key: string; readonly value: Secret; readonly datatype: Datatype }

/** A tool that an agent may use, with its properties in the clear. */
export type OpenedBinding = {
  readonly toolName: string
  readonly toolServerId: string
  readonly properties: readonly ToolProperty[]
  /** `auto` where it is absent. For external tools only. */
  readonly approval?: ApprovalPolicy
  /** The external tool as its owner accepted it. The mcp package wrote it and reads it. */
  readonly pinned?: JsonObject
}
