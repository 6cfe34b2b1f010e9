'use client'

import { useQuery } from '@tanstack/react-query'
import { useTRPC } from '#web/console/trpc/client.ts'

/** All agents. */
export function useAgents() {
  const trpc = useTRPC()
  return useQuery(trpc.agent.list.queryOptions({}))
}

/** One agent with its tools. Their settings may be secrets, so the cache drops them when the page closes. */
export function useAgent(id: string | null) {
  const trpc = useTRPC()
  return useQuery({
    ...trpc.agent.get.queryOptions({ agent_id: id ?? '' }),
    enabled: id !== null,
    gcTime: 0,
    staleTime: 0,
    // A background read must not overwrite the user's input in a form.
    refetchOnWindowFocus: false,
  })
}

/** The newest chats that use an agent, at most `limit`. */
export function useAttachedChats(agentId: string, limit: number) {
  const trpc = useTRPC()
  return useQuery({
    ...trpc.session.list.queryOptions({ agent_id: agentId, limit }),
    staleTime: 0,
  })
}

/** The problems of a saved agent's tools; asks their servers. */
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
