'use client'

import type { Step } from '@parley/contract'
import { useMutation } from '@tanstack/react-query'
import { useCallback, useEffect, useState } from 'react'
import { readOpenRun } from '#web/console/components/conversation/open-run.ts'
import { FINAL_STEP_NAME, useInspectedRun } from '#web/console/queries/run.ts'
import { useTRPC } from '#web/console/trpc/client.ts'

/** A running run whose answer this page does not receive. */
export type OpenRun = {
  readonly runId: string
  /** The finished tool calls. */
  readonly steps: readonly Step[]
  readonly isStopping: boolean
  readonly stop: () => void
}

/** The run of an open question after a reload, read repeatedly until it ends; null when there is none. */
export function useOpenRun(sessionId: string, isPending: boolean): OpenRun | null {
  const trpc = useTRPC()
  const [runId, setRunId] = useState<string | null>(null)
  useEffect(() => setRunId(isPending ? readOpenRun(sessionId) : null), [isPending, sessionId])
  const run = useInspectedRun(runId)
  const cancel = useMutation(trpc.run.cancel.mutationOptions())
  const { mutate, isPending: isSending, isSuccess } = cancel
  const stop = useCallback(() => {
    if (runId !== null) mutate({ run_id: runId })
  }, [runId, mutate])
  if (runId === null || run.data?.status !== 'running') return null
  const steps = run.data.steps.filter((step) => step.agent_name !== FINAL_STEP_NAME)
  return { runId, steps, isStopping: isSending || isSuccess, stop }
}
