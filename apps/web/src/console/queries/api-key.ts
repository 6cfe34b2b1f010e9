'use client'

import { useQuery } from '@tanstack/react-query'
import { useTRPC } from '#web/console/trpc/client.ts'

/** All keys, without their secrets. */
export function useApiKeys() {
  const trpc = useTRPC()
  return useQuery(trpc.apiKey.list.queryOptions({}))
}
