import type { AgentLimits } from './types.ts'

/** What a run may use where the agent names nothing else. The reasons stand in the threat model: a model is not trusted to stop. */
const DEFAULT_LIMITS: AgentLimits = {
  rounds: 10,
  calls: 20,
  parallelCalls: 4,
  identicalCalls: 2,
  runMs: 180_000,
  toolMs: 30_000,
  tokens: 400_000,
}

/** How often in a row a model may ask for tools in an unusable way before the run ends. */
export const MAXIMUM_REPAIRS = 3

/** Characters of an answer, and of its reasoning; more is cut off and the run counts as truncated. */
export const MAXIMUM_ANSWER_CHARACTERS = 200_000

/** Characters of a tool's result that the model reads: 64 KB of rows and what stands around them. */
export const MAXIMUM_RESULT_CHARACTERS = 80_000

/** Characters of all tool results together that the model reads; older ones are shortened first. */
export const MAXIMUM_RESULTS_CHARACTERS = 240_000

/** Characters of a tool's output in the trace; more is a failed call. */
export const MAXIMUM_OUTPUT_CHARACTERS = 1_000_000

/** Characters of the arguments of one call. */
export const MAXIMUM_ARGUMENT_CHARACTERS = 256 * 1024

/** The longest delay a timer can hold. */
const MAXIMUM_DELAY_MS = 2 ** 31 - 1

/** The defaults with the agent's own limits over them; every limit is a whole number of at least 1. */
export function resolveLimits(own: Partial<AgentLimits> = {}): AgentLimits {
  const pick = (name: keyof AgentLimits) => {
    const value = own[name] ?? DEFAULT_LIMITS[name]
    return Number.isFinite(value)
      ? Math.min(Math.max(1, Math.floor(value)), MAXIMUM_DELAY_MS)
      : DEFAULT_LIMITS[name]
  }
  return {
    rounds: pick('rounds'),
    calls: pick('calls'),
    parallelCalls: pick('parallelCalls'),
    identicalCalls: pick('identicalCalls'),
    runMs: pick('runMs'),
    toolMs: pick('toolMs'),
    tokens: pick('tokens'),
  }
}
