'use client'

import { useQuery } from '@tanstack/react-query'
import { useTRPC } from '#web/console/trpc/client.ts'

/** What each person used in a month. */
export function usePeopleUsage(month: string) {
  const trpc = useTRPC()
  return useQuery(trpc.usage.list.queryOptions({ month }))
}

/** The limits of each person, and the day of the prices. */
export function useLimits() {
  const trpc = useTRPC()
  return useQuery(trpc.usage.get.queryOptions({}))
}
