'use client'

import type { ToolBinding } from '@parley/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { withBindings } from '#web/console/components/tool-server/with-bindings.ts'
import { useTRPC, useTRPCClient } from '#web/console/trpc/client.ts'

/** Adds tools to an agent and keeps its existing tools. */
export function useAddTools() {
  const trpc = useTRPC()
  const client = useTRPCClient()
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: async ({ agentId, bindings }: { agentId: string; bindings: readonly ToolBinding[] }) => {
      const { tools } = await client.agent.get.query({ agent_id: agentId })
      await client.agent.update.mutate({ agent_id: agentId, tools: withBindings(tools, bindings) })
    },
    onSuccess: () => queryClient.invalidateQueries(trpc.agent.list.queryFilter()),
    gcTime: 0,
  })
}
