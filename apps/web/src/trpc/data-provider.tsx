'use client'

import type { AppRouter } from '@parley/api'
import { QueryClientProvider } from '@tanstack/react-query'
import { createTRPCClient, httpBatchStreamLink } from '@trpc/client'
import { type ReactNode, useState } from 'react'
import { TRPCProvider } from './client.ts'
import { createQueryClient } from './create-query-client.ts'

/** Gives the pages inside their connection to the service and one cache. */
export function DataProvider({ children }: { children: ReactNode }) {
  const [queryClient] = useState(() => createQueryClient(leave))
  const [trpcClient] = useState(() =>
    createTRPCClient<AppRouter>({ links: [httpBatchStreamLink({ url: '/api/trpc' })] }),
  )
  return (
    <QueryClientProvider client={queryClient}>
      <TRPCProvider trpcClient={trpcClient} queryClient={queryClient}>
        {children}
      </TRPCProvider>
    </QueryClientProvider>
  )
}

/** A full load, so that nothing of the ended session stays in memory. */
function leave(): void {
  window.location.assign('/')
}
