'use client'

import type { AppRouter } from '@parley/api'
import { QueryClientProvider } from '@tanstack/react-query'
import { createTRPCClient, httpBatchStreamLink } from '@trpc/client'
import { type ReactNode, useState } from 'react'
import { TRPCProvider } from './client.ts'
import { createQueryClient } from './create-query-client.ts'
import { noteSessionEnd } from './session-end.ts'

/** Provides the connection to the service and the cache to the pages. */
export function DataProvider({ children }: { children: ReactNode }) {
  const [queryClient] = useState(() => createQueryClient(noteSessionEnd))
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
