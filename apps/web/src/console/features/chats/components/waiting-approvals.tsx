'use client'

import { useQueries } from '@tanstack/react-query'
import { lazyPart } from '#web/console/components/lazy-part.tsx'
import { useWaitingCalls } from '#web/console/queries/approval.ts'
import { useTRPC } from '#web/console/trpc/client.ts'

const ApprovalCard = lazyPart(() =>
  import('#web/console/components/conversation/approval-card.tsx').then((module) => module.ApprovalCard),
)

/** Every call that waits, also those of answers to programs, which no chat shows. */
export function AllWaitingApprovals() {
  return useWaitingCalls().map((call) => <ApprovalCard key={`${call.run_id} ${call.step_id}`} call={call} />)
}

/** The calls that wait in a chat whose answer this page does not receive itself, because the page was opened later. */
export function WaitingApprovals({ sessionId }: { sessionId: string }) {
  const trpc = useTRPC()
  const approvals = useWaitingCalls()
  const runs = useQueries({
    queries: approvals.map(({ run_id }) => trpc.run.inspect.queryOptions({ run_id })),
  })
  return approvals.map(
    (call, index) =>
      runs[index]?.data?.session_id === sessionId && (
        <ApprovalCard key={`${call.run_id} ${call.step_id}`} call={call} />
      ),
  )
}
