'use client'

import { useQuery } from '@tanstack/react-query'
import { useTRPC } from '#web/console/trpc/client.ts'

/** The personas for a chat: the built-in ones and the user's own. */
export function usePersonas() {
  const trpc = useTRPC()
  return useQuery(trpc.persona.list.queryOptions({}))
}

/** The user's own personas with their instructions. */
export function useOwnPersonas() {
  const trpc = useTRPC()
  return useQuery(trpc.persona.listOwn.queryOptions({}))
}
