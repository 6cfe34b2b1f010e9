'use client'

import { useQuery } from '@tanstack/react-query'
import { useTRPC } from '#web/console/trpc/client.ts'

/** Whether the service takes work; `message` says why not. */
export function useReadiness() {
  return useQuery({
    queryKey: ['readiness'],
    queryFn: async (): Promise<{ readonly status: string; readonly message?: string }> =>
      (await fetch('/readyz')).json(),
    refetchInterval: 10_000,
  })
}

/** Checks the chain of events, on request. */
export function useVerdict() {
  const trpc = useTRPC()
  return useQuery({ ...trpc.event.verify.queryOptions({}), enabled: false, retry: false })
}
