import type { AppError } from '@parley/errors'

export type JsonValue = string | number | boolean | null | JsonValue[] | JsonObject
export type JsonObject = { [key: string]: JsonValue }

/** A JSON Schema for the arguments of a tool; always of type object. */
export type JsonSchema = JsonObject

/** How the model asked for a tool. `argumentsText` is the text it wrote, not yet known to be JSON. */
export type ToolCall = {
  /** Unique within the run and minted by us; providers map it to the form their vendor wants. */
  readonly id: string
  readonly name: string
  readonly argumentsText: string
}

/** One entry of the transcript, the same for every vendor. */
export type Message =
  | { readonly role: 'system'; readonly content: string }
  | { readonly role: 'user'; readonly content: string }
  | AssistantMessage
  | ToolMessage

export type AssistantMessage = {
  readonly role: 'assistant'
  readonly content: string
  readonly toolCalls?: readonly ToolCall[]
  /** What the same provider gave with its reply and wants back unchanged: reasoning items, signatures. */
  readonly echo?: unknown
}

export type ToolMessage = {
  readonly role: 'tool'
  readonly toolCallId: string
  readonly toolName: string
  readonly content: string
  readonly isError: boolean
}

export type ToolDefinition = {
  /** As the model sees it: 1 to 64 characters of a-z, A-Z, 0-9, _ and -; unique within a run. */
  readonly name: string
  readonly description: string
  readonly parameters: JsonSchema
}

export type Usage = { readonly inputTokens: number; readonly outputTokens: number }

const FINISH_REASONS = ['stop', 'tool_calls', 'length', 'content_filter'] as const
export type FinishReason = (typeof FINISH_REASONS)[number]

export type ModelRequest = {
  readonly messages: readonly Message[]
  /** Empty when the model must answer in words. */
  readonly tools: readonly ToolDefinition[]
  /** Whether the caller wants deltas as they come; without it a provider may ask for the whole reply at once. */
  readonly isStreaming: boolean
  readonly signal: AbortSignal
}

export type ModelEvent =
  | { readonly type: 'text'; readonly delta: string }
  | { readonly type: 'reasoning'; readonly delta: string }

export type ModelReply = {
  /** The answer without any reasoning. */
  readonly text: string
  /** What the vendor delivered as reasoning, or what stood in a leading think block; empty when there was none. */
  readonly reasoning: string
  readonly toolCalls: readonly ToolCall[]
  readonly usage: Usage | null
  readonly finishReason: FinishReason
  readonly echo?: unknown
}

/**
 * A language model. Yields deltas when `isStreaming`, returns the whole reply. Throws an AppError
 * (`upstream_failed`, `upstream_timeout`, `invalid_config`, `rate_limited`) whose `isRetryable` says whether
 * trying again makes sense; an aborted signal surfaces as the signal's reason. Retries are decorators around
 * a model, never inside one.
 */
export type Model = (request: ModelRequest) => AsyncGenerator<ModelEvent, ModelReply, void>

const STEP_STATUSES = ['ok', 'error', 'timeout', 'refused', 'cancelled', 'partial'] as const
export type StepStatus = (typeof STEP_STATUSES)[number]

/** One tool call as the trace shows it. */
export type Step = {
  /** Position in the run, from 1. */
  readonly stepId: number
  /** The trace's name of the tool. */
  readonly agentName: string
  readonly input: JsonObject | null
  readonly output: JsonObject
  readonly status: StepStatus
  /** ISO 8601, UTC, with Z: when the step began. */
  readonly createdAt: string
  readonly durationMs: number
}

export type ToolContext = {
  /** The step this call becomes; a tool may keep its full result under it for later calls of the same run. */
  readonly stepId: number
  readonly signal: AbortSignal
  /** Reports progress in a few words; may be called any number of times, must not be relied on. */
  readonly onProgress: (text: string) => void
  /**
   * Says that a person has to decide before the call goes on: until the function it gives back is called,
   * neither the call's time nor the run's passes, and who follows the run hears of it.
   */
  readonly waitForPerson?: () => () => void
}

export type ToolResult = {
  readonly status: 'ok' | 'partial' | 'error' | 'refused' | 'timeout'
  /** What the trace shows. A failed call's output is `{ error: string }`. */
  readonly output: JsonObject
  /** What the model reads. */
  readonly content: string
  /** What was carried out, where it is not what the model asked for. */
  readonly input?: JsonObject
}

/**
 * A tool as a value. `call` receives arguments that fit `parameters`. It should return its failures as a
 * result; whatever it throws becomes a failed step. It is called at most once per tool call.
 */
export type Tool = ToolDefinition & {
  /** The name the trace shows, where it differs from the name the model sees. */
  readonly traceName?: string
  readonly timeoutMs?: number
  readonly call: (input: JsonObject, context: ToolContext) => Promise<ToolResult>
}

export type AgentLimits = {
  /** Model calls that may ask for tools. */
  readonly rounds: number
  /** Tool calls in all. */
  readonly calls: number
  /** Tool calls under way at once. */
  readonly parallelCalls: number
  /** How often the same call with the same arguments may be made. */
  readonly identicalCalls: number
  /** Milliseconds for the whole run. */
  readonly runMs: number
  /** Milliseconds for one tool call, where the tool names none. */
  readonly toolMs: number
  /** Input and output tokens in all, as the vendor counts them. */
  readonly tokens: number
}

export type AgentRun = {
  readonly model: Model
  readonly tools: readonly Tool[]
  /** System message first, then the history, then the question. */
  readonly messages: readonly Message[]
  readonly limits?: Partial<AgentLimits>
  readonly isStreaming?: boolean
  readonly signal: AbortSignal
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
  /** A person has to decide before this step goes on. */
  | { readonly type: 'step_waiting'; readonly stepId: number }
  | { readonly type: 'step_end'; readonly step: Step }

export type OutcomeBase = {
  /** The answer's text so far, without reasoning; may be empty when the run failed. */
  readonly text: string
  readonly reasoning: string
  readonly steps: readonly Step[]
  readonly usage: Usage
}

/** How a run ended. `limit` names the bound that was hit when the answer was written without further tools. */
export type Outcome =
  | (OutcomeBase & { readonly kind: 'answered' })
  | (OutcomeBase & { readonly kind: 'truncated'; readonly limit: keyof AgentLimits | 'length' })
  | (OutcomeBase & { readonly kind: 'cancelled' })
  | (OutcomeBase & { readonly kind: 'failed'; readonly error: AppError })
