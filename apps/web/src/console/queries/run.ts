'use client'

import { useQuery } from '@tanstack/react-query'
import { useTRPC } from '#web/console/trpc/client.ts'

/** The step that closes every trace. */
export const FINAL_STEP_NAME = 'final_response'

/** Interval between two reads of an unfinished trace. */
const RUNNING_POLL_MS = 1000

/** A run with its durations and cost, read again until it has ended; null disables the query. */
export function useInspectedRun(runId: string | null) {
  const trpc = useTRPC()
  return useQuery({
    ...trpc.run.inspect.queryOptions({ run_id: runId ?? '' }),
    enabled: runId !== null,
    refetchInterval: ({ state }) => (state.data?.status === 'running' ? RUNNING_POLL_MS : false),
  })
}

/** Which numbers of the answer of a run that has ended are proven; null disables the query. */
export function useRunEvidence(runId: string | null) {
  const trpc = useTRPC()
  return useQuery({
    ...trpc.run.evidence.queryOptions({ run_id: runId ?? '' }),
    enabled: runId !== null,
    // What is stored with the end of a run does not change.
    staleTime: Number.POSITIVE_INFINITY,
  })
}
