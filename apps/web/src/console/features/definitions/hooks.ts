'use client'

import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTRPC } from '#web/console/trpc/client.ts'

/** Adds a definition; the service runs its SQL first. */
export function useCreateDefinition() {
  const trpc = useTRPC()
  const refresh = useRefreshDefinitions()
  return useMutation(trpc.definition.create.mutationOptions({ onSuccess: refresh }))
}

/** Changes a definition, or verifies it again. */
export function useUpdateDefinition() {
  const trpc = useTRPC()
  const refresh = useRefreshDefinitions()
  return useMutation(trpc.definition.update.mutationOptions({ onSuccess: refresh }))
}

/** Deletes a definition. */
export function useDeleteDefinition() {
  const trpc = useTRPC()
  const refresh = useRefreshDefinitions()
  return useMutation(trpc.definition.delete.mutationOptions({ onSuccess: refresh }))
}

/** Reads definitions from a YAML document; the service runs the SQL of those that changed. */
export function useImportDefinitions() {
  const trpc = useTRPC()
  const refresh = useRefreshDefinitions()
  return useMutation(trpc.definition.importDocument.mutationOptions({ onSuccess: refresh }))
}

/** Makes a suggestion a verified question; the service runs its statement first. */
export function useAcceptSuggestion() {
  const trpc = useTRPC()
  const refresh = useRefreshDefinitions()
  return useMutation(trpc.suggestion.accept.mutationOptions({ onSuccess: refresh }))
}

/** Takes a suggestion out of the queue. */
export function useDismissSuggestion() {
  const trpc = useTRPC()
  const refresh = useRefreshDefinitions()
  return useMutation(trpc.suggestion.dismiss.mutationOptions({ onSuccess: refresh }))
}

function useRefreshDefinitions() {
  const trpc = useTRPC()
  const queryClient = useQueryClient()
  return () =>
    Promise.all([
      queryClient.invalidateQueries(trpc.definition.pathFilter()),
      queryClient.invalidateQueries(trpc.suggestion.pathFilter()),
    ])
}
