'use client'

import type { ToolBinding } from '@parley/contract'
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useTRPC, useTRPCClient } from '#web/trpc/client.ts'

/** The service's own tools. */
export function useBuiltinTools() {
  const trpc = useTRPC()
  return useQuery(trpc.mcp.listBuiltinTools.queryOptions({}))
}

/** One page of a search; the page before stays until the next one is there. */
export function useServerSearch(q: string, page: number) {
  const trpc = useTRPC()
  return useQuery({
    ...trpc.mcp.search.queryOptions({ q, page }),
    placeholderData: keepPreviousData,
  })
}

/** A tool server with its tools. */
export function useServer(qualifiedName: string) {
  const trpc = useTRPC()
  return useQuery(trpc.mcp.server.queryOptions({ q: qualifiedName }))
}

/** Gives an agent further tools; those it has stay. */
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

/** Bindings with others put in; a tool that was bound before is bound anew. */
export function withBindings(tools: readonly ToolBinding[], added: readonly ToolBinding[]): ToolBinding[] {
  const isReplaced = (tool: ToolBinding) =>
    added.some(
      ({ tool_name, tool_server_id }) =>
        tool_name === tool.tool_name && tool_server_id === tool.tool_server_id,
    )
  return [...tools.filter((tool) => !isReplaced(tool)), ...added]
}
