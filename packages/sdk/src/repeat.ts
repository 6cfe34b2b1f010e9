import { ParleyError } from './parley-error.ts'

/** Statuses that may pass in a moment; 0 is a connection that failed. */
const PASSING: ReadonlySet<number> = new Set([0, 429, 502, 503, 504])
const FIRST_DELAY_MS = 250
/** A service that asks for a longer pause gets no repetition. */
const MAX_DELAY_MS = 30_000

type Bounds = { readonly retries: number; readonly signal?: AbortSignal }

/**
 * Repeats a call that failed for a moment, after a pause that doubles each time, or after the longer one that the
 * service asks for. Throws the last failure.
 */
export async function repeat<Result>(
  call: () => Promise<Result>,
  { retries, signal }: Bounds,
): Promise<Result> {
  for (let repetition = 0; ; repetition += 1) {
    try {
      return await call()
    } catch (error) {
      const delayMs = delayBefore(repetition, error)
      if (repetition >= retries || delayMs === null || signal?.aborted) throw error
      await pause(delayMs, signal)
    }
  }
}

/** Milliseconds before the next repetition; null when there is none. */
function delayBefore(repetition: number, error: unknown): number | null {
  if (!(error instanceof ParleyError)) return null
  // A repetition gets 409 while its first call is still under way.
  const isOwnConflict = repetition > 0 && error.status === 409
  if (!PASSING.has(error.status) && !isOwnConflict) return null
  const wantedMs = (error.retryAfterSeconds ?? 0) * 1000
  return wantedMs > MAX_DELAY_MS ? null : Math.max(wantedMs, FIRST_DELAY_MS * 2 ** repetition)
}

/** Throws the reason of an abort. */
function pause(delayMs: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const onAbort = () => {
      clearTimeout(timer)
      reject(signal?.reason)
    }
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', onAbort)
      resolve()
    }, delayMs)
    signal?.addEventListener('abort', onAbort, { once: true })
  })
}
