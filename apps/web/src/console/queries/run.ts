'use client'

import { useQuery } from '@tanstack/react-query'
import { useTRPC } from '#web/console/trpc/client.ts'

/** The step that closes every trace. */
export const FINAL_STEP_NAME = 'final_response'

/** Interval between two reads of an unfinished trace. */
const RUNNING_POLL_MS = 1000

/** The trace of a stored run, read repeatedly until it has its last step. */
export function useRun(runId: string, { isWanted = true }: { isWanted?: boolean } = {}) {
  const trpc = useTRPC()
  return useQuery({
    ...trpc.run.get.queryOptions({ run_id: runId }),
    enabled: isWanted,
    refetchInterval: ({ state }) =>
      state.data && state.data.steps.at(-1)?.agent_name !== FINAL_STEP_NAME ? RUNNING_POLL_MS : false,
  })
}

/** A run with its durations and cost, read again until it has ended; null disables the query. */
export function useInspectedRun(runId: string | null) {
  const trpc = useTRPC()
  return useQuery({
    ...trpc.run.inspect.queryOptions({ run_id: runId ?? '' }),
    enabled: runId !== null,
    refetchInterval: ({ state }) => (state.data?.status === 'running' ? RUNNING_POLL_MS : false),
  })
}
