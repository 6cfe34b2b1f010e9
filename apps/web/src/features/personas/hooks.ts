'use client'

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useTRPC } from '#web/trpc/client.ts'

/** The personas a chat can have: those of the service and one's own. */
export function usePersonas() {
  const trpc = useTRPC()
  return useQuery(trpc.persona.list.queryOptions({}))
}

/** One's own personas with what the model is told. */
export function useOwnPersonas() {
  const trpc = useTRPC()
  return useQuery(trpc.persona.listOwn.queryOptions({}))
}

/** Adds a persona. */
export function useCreatePersona() {
  const trpc = useTRPC()
  const refresh = useRefreshPersonas()
  return useMutation(trpc.persona.create.mutationOptions({ onSuccess: refresh }))
}

/** Changes a persona. */
export function useUpdatePersona() {
  const trpc = useTRPC()
  const refresh = useRefreshPersonas()
  return useMutation(trpc.persona.update.mutationOptions({ onSuccess: refresh }))
}

/** Deletes a persona. */
export function useDeletePersona() {
  const trpc = useTRPC()
  const refresh = useRefreshPersonas()
  return useMutation(trpc.persona.delete.mutationOptions({ onSuccess: refresh }))
}

function useRefreshPersonas() {
  const trpc = useTRPC()
  const queryClient = useQueryClient()
  return () => queryClient.invalidateQueries(trpc.persona.pathFilter())
}
