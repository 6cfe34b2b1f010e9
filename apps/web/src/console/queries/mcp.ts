'use client'

import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useTRPC } from '#web/console/trpc/client.ts'
import { translateSentence } from '#web/language/translate-sentence.ts'

/** The service's own tools, described in the language of the page. */
export function useBuiltinTools() {
  const trpc = useTRPC()
  return useQuery({
    ...trpc.mcp.listBuiltinTools.queryOptions({}),
    select: ({ tools }) => ({
      tools: tools.map((tool) => ({ ...tool, description: translateSentence(tool.description) })),
    }),
  })
}

/** One page of a search; the previous page stays until the next one has loaded. */
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

/** Asks a tool server for its tools. */
export function useListServerTools() {
  const trpc = useTRPC()
  // The settings may hold secrets, so the call is not cached.
  return useMutation({ ...trpc.mcp.listServerTools.mutationOptions(), gcTime: 0 })
}

/** Whether a tool server requires a sign-in, read again when the user returns to the page. */
export function useSignInState(toolServerId: string) {
  const trpc = useTRPC()
  return useQuery({
    ...trpc.mcp.signInState.queryOptions({ q: toolServerId }),
    select: ({ state }) => state,
    staleTime: 0,
    retry: false,
  })
}

/** Requests the sign-in address of a tool server; null when no sign-in is needed any more. */
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

/** Deletes a sign-in. */
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
