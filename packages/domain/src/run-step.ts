import type { JsonObject } from './json.ts'

export type StepStatus = 'ok' | 'error' | 'timeout' | 'refused' | 'cancelled' | 'partial'

/** One tool call of a run, or its final answer, as the trace shows it. */
export type RunStep = {
  /** Position in the run, from 1. */
  readonly stepId: number
  /** The trace's name of the tool. */
  readonly agentName: string
  readonly input: JsonObject | null
  readonly output: JsonObject
  readonly status: StepStatus
  /** When the step began: ISO 8601, UTC, with Z. */
  readonly createdAt: string
  readonly durationMs: number
}

/** Tokens as the vendor counts them. */
export type Usage = { readonly inputTokens: number; readonly outputTokens: number }
