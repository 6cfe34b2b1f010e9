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

/** Asks a tool server itself which tools it has. */
export function useListServerTools() {
  const trpc = useTRPC()
  // The settings may hold secrets: nothing of the call is kept.
  return useMutation({ ...trpc.mcp.listServerTools.mutationOptions(), gcTime: 0 })
}

/** Whether a tool server wants its users to sign in, read again when one comes back to the page. */
export function useSignInState(toolServerId: string) {
  const trpc = useTRPC()
  return useQuery({
    ...trpc.mcp.signInState.queryOptions({ q: toolServerId }),
    select: ({ state }) => state,
    staleTime: 0,
    retry: false,
  })
}

/** Asks where to sign in to a tool server; the address is null when no sign-in is needed any more. */
export function useStartSignIn() {
  const trpc = useTRPC()
  const refresh = useRefreshSignIn()
  return useMutation({
    ...trpc.mcp.startSignIn.mutationOptions({
      onSuccess: ({ url }) => (url === null ? refresh() : undefined),
    }),
    gcTime: 0,
  })
}

/** Forgets a sign-in. */
export function useEndSignIn() {
  const trpc = useTRPC()
  const refresh = useRefreshSignIn()
  return useMutation(trpc.mcp.endSignIn.mutationOptions({ onSuccess: refresh }))
}

function useRefreshSignIn() {
  const trpc = useTRPC()
  const queryClient = useQueryClient()
  return () => queryClient.invalidateQueries(trpc.mcp.signInState.queryFilter())
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
