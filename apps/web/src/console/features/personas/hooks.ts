'use client'

import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTRPC } from '#web/console/trpc/client.ts'

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
