'use client'

import { useQueries, useQuery } from '@tanstack/react-query'
import dynamic from 'next/dynamic'
import { useTRPC } from '#web/trpc/client.ts'

const ApprovalCard = dynamic(() => import('./approval-card.tsx').then((module) => module.ApprovalCard))

/** How often it is asked whether a call waits. */
const POLL_MS = 2000

/** Every call that waits, also of answers that no chat shows: those to programs. */
export function AllWaitingApprovals() {
  return useWaiting().map(({ run_id: runId, step_id: stepId, tool_name: tool, arguments: input }) => (
    <ApprovalCard key={`${runId} ${stepId}`} call={{ runId, stepId, tool, input }} />
  ))
}

/** The calls that wait in a chat whose answer this page does not receive itself, because it was opened later. */
export function WaitingApprovals({ sessionId }: { sessionId: string }) {
  const trpc = useTRPC()
  const approvals = useWaiting()
  const runs = useQueries({
    queries: approvals.map(({ run_id }) => trpc.run.inspect.queryOptions({ run_id })),
  })
  return approvals.map(
    ({ run_id: runId, step_id: stepId, tool_name: tool, arguments: input }, index) =>
      runs[index]?.data?.session_id === sessionId && (
        <ApprovalCard key={`${runId} ${stepId}`} call={{ runId, stepId, tool, input }} />
      ),
  )
}

function useWaiting() {
  const trpc = useTRPC()
  const waiting = useQuery({ ...trpc.run.listApprovals.queryOptions({}), refetchInterval: POLL_MS })
  return waiting.data?.approvals ?? []
}
