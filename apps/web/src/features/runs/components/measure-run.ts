import type { Step } from '@parley/contract'
import { parseTime } from '#web/components/time.ts'

/** A step with its place in time, in milliseconds. */
export type TimedStep = {
  readonly step: Step
  /** After the start of the run. */
  readonly offsetMs: number
  readonly durationMs: number
}

/** Puts steps in their places in time. The run begins with its first step and ends with the last to end. */
export function measureRun(steps: readonly (Step & { readonly duration_ms: number })[]): {
  readonly steps: readonly TimedStep[]
  readonly totalMs: number
} {
  const startMs = Math.min(...steps.map((step) => parseTime(step.created_at).getTime()))
  const timed = steps.map((step) => ({
    step,
    offsetMs: parseTime(step.created_at).getTime() - startMs,
    durationMs: step.duration_ms,
  }))
  return {
    steps: timed,
    totalMs: Math.max(...timed.map(({ offsetMs, durationMs }) => offsetMs + durationMs)),
  }
}
