'use client'

import { useQuery } from '@tanstack/react-query'
import { useTRPC } from '#web/trpc/client.ts'
import { FINAL_STEP_NAME } from './components/step-names.ts'

/** How often an unfinished trace is read again. */
const RUNNING_POLL_MS = 1000

/** The trace of a stored run, growing until its closing step. */
export function useRun(runId: string, { isWanted = true }: { isWanted?: boolean } = {}) {
  const trpc = useTRPC()
  return useQuery({
    ...trpc.run.get.queryOptions({ run_id: runId }),
    enabled: isWanted,
    refetchInterval: ({ state }) =>
      state.data && state.data.steps.at(-1)?.agent_name !== FINAL_STEP_NAME ? RUNNING_POLL_MS : false,
  })
}

/** A run with its durations and what it cost, read again until it has ended. */
export function useInspectedRun(runId: string) {
  const trpc = useTRPC()
  return useQuery({
    ...trpc.run.inspect.queryOptions({ run_id: runId }),
    refetchInterval: ({ state }) => (state.data?.status === 'running' ? RUNNING_POLL_MS : false),
  })
}
