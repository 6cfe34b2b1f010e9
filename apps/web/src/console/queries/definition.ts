'use client'

import { useQuery } from '@tanstack/react-query'
import { useTRPC } from '#web/console/trpc/client.ts'

/** The user's terms, metrics and verified questions. */
export function useDefinitions() {
  const trpc = useTRPC()
  return useQuery(trpc.definition.list.queryOptions({}))
}
