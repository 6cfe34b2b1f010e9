'use client'

import type { Approval } from '@parley/contract'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTRPC } from '#web/console/trpc/client.ts'

/** How often the calls that wait are read again. */
const POLL_MS = 2000
/** How soon the list is read again while a step that waits is not in it yet. */
const MISSING_POLL_MS = 500

/** The owner's tool calls that wait for approval, read again while the page is open. */
export function useWaitingCalls(): readonly Approval[] {
  const trpc = useTRPC()
  const waiting = useQuery({ ...trpc.run.listApprovals.queryOptions({}), refetchInterval: POLL_MS })
  return waiting.data?.approvals ?? []
}

/** The tool call that waits at one step, kept after its decision; undefined until it is listed. */
export function useWaitingCall(runId: string, stepId: number): Approval | undefined {
  const trpc = useTRPC()
  const [call, setCall] = useState<Approval>()
  const waiting = useQuery({
    ...trpc.run.listApprovals.queryOptions({ run_id: runId }),
    enabled: call === undefined,
    refetchInterval: MISSING_POLL_MS,
  })
  const listed = waiting.data?.approvals.find(({ step_id }) => step_id === stepId)
  if (call === undefined && listed !== undefined) setCall(listed)
  return call ?? listed
}
