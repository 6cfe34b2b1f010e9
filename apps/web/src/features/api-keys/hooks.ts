'use client'

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useTRPC } from '#web/trpc/client.ts'

/** All keys, without their secrets. */
export function useApiKeys() {
  const trpc = useTRPC()
  return useQuery(trpc.apiKey.list.queryOptions({}))
}

/** Creates a key; its secret is in this reply only and is dropped with the dialogue. */
export function useCreateApiKey() {
  const trpc = useTRPC()
  const refresh = useRefreshKeys()
  return useMutation({ ...trpc.apiKey.create.mutationOptions({ onSuccess: refresh }), gcTime: 0 })
}

/** Revokes a key. */
export function useRevokeApiKey() {
  const trpc = useTRPC()
  const refresh = useRefreshKeys()
  return useMutation(trpc.apiKey.revoke.mutationOptions({ onSuccess: refresh }))
}

function useRefreshKeys() {
  const trpc = useTRPC()
  const queryClient = useQueryClient()
  return () => queryClient.invalidateQueries(trpc.apiKey.list.queryFilter())
}
