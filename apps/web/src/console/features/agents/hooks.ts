'use client'

import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTRPC } from '#web/console/trpc/client.ts'

/** Creates an agent. */
export function useCreateAgent() {
  const trpc = useTRPC()
  const refresh = useRefreshAgents()
  return useMutation({ ...trpc.agent.create.mutationOptions({ onSuccess: refresh }), gcTime: 0 })
}

/** Changes an agent. */
export function useUpdateAgent() {
  const trpc = useTRPC()
  const refresh = useRefreshAgents()
  return useMutation({ ...trpc.agent.update.mutationOptions({ onSuccess: refresh }), gcTime: 0 })
}

/** Accepts a changed tool of an agent. */
export function useAcceptTool() {
  const trpc = useTRPC()
  const refresh = useRefreshAgents()
  return useMutation(trpc.agent.acceptTool.mutationOptions({ onSuccess: refresh }))
}

/** Deletes an agent. */
export function useDeleteAgent() {
  const trpc = useTRPC()
  const refresh = useRefreshAgents()
  return useMutation(trpc.agent.delete.mutationOptions({ onSuccess: refresh }))
}

function useRefreshAgents() {
  const trpc = useTRPC()
  const queryClient = useQueryClient()
  return async () => {
    await Promise.all([
      queryClient.invalidateQueries(trpc.agent.list.queryFilter()),
      queryClient.invalidateQueries(trpc.agent.listToolProblems.queryFilter()),
    ])
  }
}
