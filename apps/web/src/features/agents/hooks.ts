'use client'

import { useQuery } from '@tanstack/react-query'
import { useTRPC } from '#web/trpc/client.ts'

/** All agents. */
export function useAgents() {
  const trpc = useTRPC()
  return useQuery(trpc.agent.list.queryOptions({}))
}
