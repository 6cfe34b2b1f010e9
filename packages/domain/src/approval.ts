import type { JsonObject, JsonSchema } from './json.ts'

/**
 * Whether calls of a tool need the owner's approval: `auto` no, `ask` yes. A tool with policy `never` is not offered to
 * the model.
 */
export type ApprovalPolicy = 'auto' | 'ask' | 'never'

/** A tool call that waits for the owner's decision. */
export type ApprovalRequest = {
  readonly toolServerId: string
  readonly toolName: string
  /** The arguments of the model, without the owner's fixed arguments. */
  readonly arguments: JsonObject
  /** The owner's fixed arguments, which are sent too; secrets are `[redacted]`. */
  readonly fixedArguments: JsonObject
  /** The schema that `arguments` have to fit. */
  readonly parameters: JsonSchema
  readonly stepId: number
  readonly signal: AbortSignal
}

export type ApprovalDecision =
  /** `arguments` replace the model's. */
  | { readonly kind: 'approve'; readonly arguments?: JsonObject }
  | { readonly kind: 'deny'; readonly reason?: string }

/** Asks the owner of a run about one step. Rejects with the reason of the request's signal when it is aborted. */
export type AskOwner = (request: ApprovalRequest) => Promise<ApprovalDecision>
