'use client'

import { useQuery } from '@tanstack/react-query'
import { useTRPC } from '#web/console/trpc/client.ts'

/** The verified questions that the user's corrections suggest: the newest. */
export function useSuggestions() {
  const trpc = useTRPC()
  return useQuery(trpc.suggestion.list.queryOptions({}))
}
