import type { ApprovalPolicy } from './approval.ts'
import type { JsonObject, JsonSchema } from './json.ts'
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

/** A tool as its server defines it. */
export type DefinedTool = {
  /** What the tool says about itself; the model reads it. */
  readonly description: string
  readonly inputSchema: JsonSchema
  /** What the server says about the effects of the tool. */
  readonly hints: JsonObject
}

/** Why a tool of an agent cannot be called now. `changed` ends when the owner accepts the change. */
export type UnusableTool = {
  readonly toolName: string
  readonly toolServerId: string
  readonly kind: 'changed' | 'missing' | 'needs_sign_in' | 'unreachable'
  /** One or two sentences for the owner. */
  readonly message: string
  /** The definition that the owner accepted, the definition that the server has now, and the hash of the latter. */
  readonly change?: {
    readonly before: DefinedTool
    readonly after: DefinedTool
    readonly definitionHash: string
  }
}

/**
 * What the owner of a binding has accepted. `held` is what is stored with the binding; it is kept when the server's
 * tool differs. `definitionHash` names a definition of the tool, which the server must still have.
 */
export type AcceptedDefinition = { readonly held: JsonObject } | { readonly definitionHash: string }
