'use client'

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useTRPC } from '#web/trpc/client.ts'

/** All agents. */
export function useAgents() {
  const trpc = useTRPC()
  return useQuery(trpc.agent.list.queryOptions({}))
}

/** One agent with its tools. Their settings may be secrets: forgotten as soon as the page is left. */
export function useAgent(id: string | null) {
  const trpc = useTRPC()
  return useQuery({
    ...trpc.agent.get.queryOptions({ agent_id: id ?? '' }),
    enabled: id !== null,
    gcTime: 0,
    staleTime: 0,
    // A form must not lose what is being typed to a reading in the background.
    refetchOnWindowFocus: false,
  })
}

/** The chats that use an agent, newest first. */
export function useAttachedChats(agentId: string) {
  const trpc = useTRPC()
  return useQuery({
    ...trpc.agent.listSessions.queryOptions({ agent_id: agentId }),
    select: ({ sessions }) => sessions,
    staleTime: 0,
  })
}

/** What keeps tools of a saved agent from being called now; asks their servers. */
export function useToolProblems(agentId: string | null) {
  const trpc = useTRPC()
  return useQuery({
    ...trpc.agent.listToolProblems.queryOptions({ agent_id: agentId ?? '' }),
    enabled: agentId !== null,
    select: ({ problems }) => problems,
    staleTime: 0,
    retry: false,
  })
}

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
