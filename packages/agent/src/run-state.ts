import type { RunStep, Usage } from '@parley/domain'
import { resolveLimits } from './limits.ts'
import { type RunClock, startClock } from './run-clock.ts'
import type {
  AgentLimits,
  AgentRun,
  Closing,
  Model,
  ModelMessage,
  Review,
  Tool,
  ToolDefinition,
} from './types.ts'

/** The mutable state of one run. It belongs to one call of runAgent and is not shared. */
export type RunState = {
  readonly model: Model
  readonly tools: ReadonlyMap<string, Tool>
  readonly definitions: readonly ToolDefinition[]
  readonly limits: AgentLimits
  readonly isStreaming: boolean
  readonly clock: RunClock
  readonly review: Review | null
  readonly transcript: ModelMessage[]
  readonly steps: RunStep[]
  /** The number of calls with the same tool and arguments. */
  readonly callCounts: Map<string, number>
  callsMade: number
  /** Rounds in a row in which no call could be made. */
  repairs: number
  /** The answer of a tool that ended the run. */
  closing: Closing | null
  usage: Usage
  /** The newest text, and the reasoning so far of the current reply. */
  text: string
  liveReasoning: string
  /** The reasoning of the earlier replies. */
  reasoning: string
}

/** Returns a new state and starts the clock. The caller must stop the clock. */
export function startRun(run: AgentRun): RunState {
  const limits = resolveLimits(run.limits)
  return {
    model: run.model,
    tools: new Map(run.tools.map((tool) => [tool.name, tool])),
    definitions: run.tools.map(({ name, description, parameters }) => ({ name, description, parameters })),
    limits,
    isStreaming: run.isStreaming ?? false,
    clock: startClock(run.signal, limits.runMs),
    review: run.review ?? null,
    transcript: [...run.messages],
    steps: [],
    callCounts: new Map(),
    callsMade: 0,
    repairs: 0,
    closing: null,
    usage: { inputTokens: 0, outputTokens: 0 },
    text: '',
    liveReasoning: '',
    reasoning: '',
  }
}
