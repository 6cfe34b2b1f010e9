import type { Step } from '@parley/contract'
import { parseTime } from '#web/console/components/time.ts'

/** A step with its start and duration, in milliseconds. */
export type TimedStep = {
  readonly step: Step
  /** Since the start of the run. */
  readonly offsetMs: number
  readonly durationMs: number
}

/** Computes the start of each step. The run lasts from its first step until its last step has ended. */
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
