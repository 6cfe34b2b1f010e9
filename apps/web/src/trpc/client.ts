'use client'

import type { AppRouter } from '@parley/api'
import { createTRPCContext } from '@trpc/tanstack-react-query'

/** Typed access to every operation of the service. */
export const { TRPCProvider, useTRPC, useTRPCClient } = createTRPCContext<AppRouter>()

/** The client itself, for work that is more than one call. */
export type Client = ReturnType<typeof useTRPCClient>
