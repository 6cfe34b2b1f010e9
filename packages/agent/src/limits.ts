import type { AgentLimits } from './types.ts'

/** The default limits of a run. The threat model has the reasons: a model is not trusted to stop. */
const DEFAULT_LIMITS: AgentLimits = {
  rounds: 10,
  calls: 20,
  parallelCalls: 4,
  identicalCalls: 2,
  runMs: 180_000,
  toolMs: 30_000,
  tokens: 400_000,
}

/** Maximum rounds of unusable tool calls in a row before the run ends. */
export const MAXIMUM_REPAIRS = 3

/** Maximum characters of an answer, and of its reasoning. The rest is cut off and the run is truncated. */
export const MAXIMUM_ANSWER_CHARACTERS = 200_000

/** Maximum characters of a tool's result that the model reads: 64 KB of rows and the text around them. */
export const MAXIMUM_RESULT_CHARACTERS = 80_000

/**
 * Maximum characters of all tool results together that the model reads. Older results are shortened first.
 */
export const MAXIMUM_RESULTS_CHARACTERS = 240_000

/** Maximum bytes of a picture that a model gets, and pictures of one run. Newer ones replace older ones. */
export const MAXIMUM_PICTURE_BYTES = 2 * 1024 * 1024
export const MAXIMUM_PICTURES = 8

/** Maximum characters of a tool's output in the trace. A call with more fails. */
export const MAXIMUM_OUTPUT_CHARACTERS = 1_000_000

/** Maximum characters of the arguments of one call. */
export const MAXIMUM_ARGUMENT_CHARACTERS = 256 * 1024

/** The longest delay that a timer accepts. */
const MAXIMUM_DELAY_MS = 2 ** 31 - 1

/**
 * Returns the defaults with the agent's own limits in place of them. Every limit is a whole number of at
 * least 1.
 */
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
