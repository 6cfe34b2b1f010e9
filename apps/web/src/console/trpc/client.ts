'use client'

import type { AppRouter } from '@parley/api'
import { createTRPCContext } from '@trpc/tanstack-react-query'

/** Typed access to every operation of the service. */
export const { TRPCProvider, useTRPC, useTRPCClient } = createTRPCContext<AppRouter>()

/** The client without React, for work with several calls. */
export type Client = ReturnType<typeof useTRPCClient>
