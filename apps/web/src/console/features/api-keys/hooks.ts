'use client'

import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTRPC } from '#web/console/trpc/client.ts'

/** Creates a key; only this reply contains its secret, which is dropped with the dialog. */
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
