'use client'

import type { AppRouter } from '@parley/api'
import { LIMITS } from '@parley/contract/limits'
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
    createTRPCClient<AppRouter>({
      // Calls that are made together share a request, such as those of the answers of an opened chat.
      links: [httpBatchStreamLink({ url: '/api/trpc', maxItems: LIMITS.batchCalls })],
    }),
  )
  return (
    <QueryClientProvider client={queryClient}>
      <TRPCProvider trpcClient={trpcClient} queryClient={queryClient}>
        {children}
      </TRPCProvider>
    </QueryClientProvider>
  )
}
