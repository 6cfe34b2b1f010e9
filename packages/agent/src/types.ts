import type { JsonObject, JsonSchema, RunStep, Usage } from '@parley/domain'
import type { AppError } from '@parley/errors'

/** A tool call of the model. `argumentsText` is the model's text, which may be invalid JSON. */
export type ToolCall = {
  /** Unique within the run and created by Parley. Providers map it to the form of their vendor. */
  readonly id: string
  readonly name: string
  readonly argumentsText: string
}

/** One entry of the transcript, the same for every vendor. */
export type ModelMessage =
  | { readonly role: 'system'; readonly content: string }
  | UserMessage
  | AssistantMessage
  | ToolMessage

export type UserMessage = {
  readonly role: 'user'
  readonly content: string
  /** For models that can see; a provider tells the others that there are pictures. */
  readonly pictures?: readonly Picture[]
}

export type AssistantMessage = {
  readonly role: 'assistant'
  readonly content: string
  readonly toolCalls?: readonly ToolCall[]
  /** Data of the provider's reply that it needs back unchanged: reasoning items, signatures. */
  readonly echo?: unknown
}

/** A picture that a tool returned, or that belongs to a question. */
export type Picture = {
  readonly mediaType: 'image/png' | 'image/jpeg' | 'image/gif' | 'image/webp'
  readonly bytes: Uint8Array
}

export type ToolMessage = {
  readonly role: 'tool'
  readonly toolCallId: string
  readonly toolName: string
  readonly content: string
  readonly isError: boolean
  /** For models that can see; a provider tells the others that there are pictures. */
  readonly pictures?: readonly Picture[]
}

export type ToolDefinition = {
  /** The name that the model sees: 1 to 64 characters of a-z, A-Z, 0-9, _ and -; unique within a run. */
  readonly name: string
  readonly description: string
  readonly parameters: JsonSchema
}
const FINISH_REASONS = ['stop', 'tool_calls', 'length', 'content_filter'] as const
export type FinishReason = (typeof FINISH_REASONS)[number]

export type ModelRequest = {
  readonly messages: readonly ModelMessage[]
  /** Empty when the model must answer in text. */
  readonly tools: readonly ToolDefinition[]
  /** Whether the caller wants deltas. Otherwise a provider may request the whole reply at once. */
  readonly isStreaming: boolean
  readonly signal: AbortSignal
}

export type ModelEvent =
  | { readonly type: 'text'; readonly delta: string }
  | { readonly type: 'reasoning'; readonly delta: string }

export type ModelReply = {
  /** The answer without any reasoning. */
  readonly text: string
  /** Reasoning from the vendor or from a leading think block; empty when there was none. */
  readonly reasoning: string
  readonly toolCalls: readonly ToolCall[]
  readonly usage: Usage | null
  readonly finishReason: FinishReason
  readonly echo?: unknown
}

/**
 * A language model. Yields deltas when `isStreaming`, returns the whole reply. Throws an AppError
 * (`upstream_failed`, `upstream_timeout`, `invalid_config`, `rate_limited`) whose `isRetryable` says whether
 * a retry makes sense. An aborted signal throws the signal's reason. Retries are decorators around a model,
 * never inside one.
 */
export type Model = (request: ModelRequest) => AsyncGenerator<ModelEvent, ModelReply, void>

export type ToolContext = {
  /** The step of this call. A tool may store its full result under it for later calls of the same run. */
  readonly stepId: number
  readonly signal: AbortSignal
  /** Reports progress in a few words. May be called any number of times; a report may be dropped. */
  readonly onProgress: (text: string) => void
  /**
   * Pauses the call timeout and the run timeout until the returned function is called, and emits
   * `step_waiting`: a person has to decide before the call continues.
   */
  readonly waitForPerson?: () => () => void
}

export type ToolResult = {
  readonly status: 'ok' | 'partial' | 'error' | 'refused' | 'timeout'
  /** The trace shows it. The output of a failed call is `{ error: string }`. */
  readonly output: JsonObject
  /** The text that the model reads. */
  readonly content: string
  /** Pictures of the result. The model gets a bounded number of them. */
  readonly pictures?: readonly Picture[]
  /** The input that was used, when it differs from the model's. */
  readonly input?: JsonObject
  /** Ends the run when the call succeeds. */
  readonly closing?: Closing
}

/** An answer that a tool gives in place of the model. */
export type Closing = {
  readonly text: string
  /** What the user may answer. */
  readonly choices: readonly string[]
}

/**
 * A tool as a value. `call` receives arguments that fit `parameters`. It should return its failures as a
 * result; an error that it throws becomes a failed step. It is called at most once per tool call.
 */
export type Tool = ToolDefinition & {
  /** The name in the trace, when it differs from the name that the model sees. */
  readonly traceName?: string
  readonly timeoutMs?: number
  /** Maximum characters of its output in the trace, in place of the limit for all tools. */
  readonly outputCharacters?: number
  /** What the system message says about when and how to use the tool. */
  readonly advice?: string
  /**
   * Returns questions that the user may ask next, best first, from the steps of a run. They contain no values from the
   * data.
   */
  readonly suggest?: (steps: readonly RunStep[]) => readonly string[]
  readonly call: (input: JsonObject, context: ToolContext) => Promise<ToolResult>
}

export type AgentLimits = {
  /** Maximum model calls that may ask for tools. */
  readonly rounds: number
  /** Maximum tool calls in all. */
  readonly calls: number
  /** Maximum concurrent tool calls. */
  readonly parallelCalls: number
  /** Maximum calls with the same tool and arguments. */
  readonly identicalCalls: number
  /** Milliseconds for the whole run. */
  readonly runMs: number
  /** Milliseconds for one tool call, unless the tool sets its own limit. */
  readonly toolMs: number
  /** Maximum input and output tokens in all, as the vendor counts them. */
  readonly tokens: number
}

/** An answer before it is given to the user. */
export type AnswerDraft = { readonly text: string; readonly steps: readonly RunStep[] }

/** Returns the numbers of a draft, as it writes them, that the results of its steps do not prove. Never throws. */
export type Review = (draft: AnswerDraft) => Promise<readonly string[]>

export type AgentRun = {
  readonly model: Model
  readonly tools: readonly Tool[]
  /** System message first, then the history, then the question. */
  readonly messages: readonly ModelMessage[]
  readonly limits?: Partial<AgentLimits>
  readonly isStreaming?: boolean
  readonly signal: AbortSignal
  /** Where given, the model gets one chance to correct what it names. */
  readonly review?: Review
}

export type AgentEvent =
  | ModelEvent
  | {
      readonly type: 'step_start'
      readonly stepId: number
      readonly agentName: string
      readonly input: JsonObject | null
    }
  | { readonly type: 'step_progress'; readonly stepId: number; readonly text: string }
  /** A person has to decide before this step continues. */
  | { readonly type: 'step_waiting'; readonly stepId: number }
  | { readonly type: 'step_end'; readonly step: RunStep }
  /** The model corrected its answer: `text` stands in place of all text since the last step. */
  | { readonly type: 'text_replaced'; readonly text: string }

export type OutcomeBase = {
  /** The answer's text so far, without reasoning; may be empty when the run failed. */
  readonly text: string
  readonly reasoning: string
  readonly steps: readonly RunStep[]
  readonly usage: Usage
}

/** How a run ended. `limit` is the limit that made the model answer without further tools. */
export type Outcome =
  /** With `choices` the answer is a question back to the user. */
  | (OutcomeBase & { readonly kind: 'answered'; readonly choices?: readonly string[] })
  | (OutcomeBase & { readonly kind: 'truncated'; readonly limit: keyof AgentLimits | 'length' })
  | (OutcomeBase & { readonly kind: 'cancelled' })
  | (OutcomeBase & { readonly kind: 'failed'; readonly error: AppError })
