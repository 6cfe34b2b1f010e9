import { QueryCache, QueryClient } from '@tanstack/react-query'
import { httpStatusOf, isWorthRepeating } from '#web/components/http-status-of.ts'

/** Seconds a reading may be shown before it is read again in the background. */
const STALE_SECONDS = 20
const MAX_RETRIES = 2

/** The cache of one open console. `onSignedOut` is called when a reading finds the session gone. */
export function createQueryClient(onSignedOut: () => void): QueryClient {
  return new QueryClient({
    queryCache: new QueryCache({ onError: (error) => isSignedOut(error) && onSignedOut() }),
    defaultOptions: {
      queries: {
        staleTime: STALE_SECONDS * 1000,
        retry: (failures, error) => failures < MAX_RETRIES && isWorthRepeating(error),
      },
    },
  })
}

function isSignedOut(error: unknown): boolean {
  return httpStatusOf(error) === 401
}
