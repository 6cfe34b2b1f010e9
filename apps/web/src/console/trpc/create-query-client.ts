import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query'
import { httpStatusOf, isWorthRepeating } from './http-status-of.ts'

/** Seconds for which data are shown without a background read. */
const STALE_SECONDS = 20
const MAX_RETRIES = 2

/** The cache of one open console. `onSignedOut` is called when a call finds that the session has ended. */
export function createQueryClient(onSignedOut: () => void): QueryClient {
  const onError = (error: unknown) => isSignedOut(error) && onSignedOut()
  return new QueryClient({
    queryCache: new QueryCache({ onError }),
    mutationCache: new MutationCache({ onError }),
    defaultOptions: {
      queries: {
        staleTime: STALE_SECONDS * 1000,
        retry: (failures, error) => failures < MAX_RETRIES && isWorthRepeating(error),
      },
    },
  })
}

/** Whether the service refused a call because the session has ended. */
export function isSignedOut(error: unknown): boolean {
  return httpStatusOf(error) === 401
}
