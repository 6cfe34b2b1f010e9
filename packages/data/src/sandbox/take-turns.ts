import { AppError } from '@parley/errors'

/** Waits for a turn and gives the function that ends it. Throws an AppError `unavailable`, and the signal's reason. */
type Turn = (signal?: AbortSignal) => Promise<() => void>

/** Lets so many at once pass, others in order of arrival, for as long as `waitMs`. */
export function takeTurns(count: number, { waitMs }: { readonly waitMs: number }): Turn {
  const waiting: (() => void)[] = []
  let free = count

  function end(): void {
    const next = waiting.shift()
    if (next) next()
    else free++
  }

  return async (signal) => {
    signal?.throwIfAborted()
    if (free > 0) free--
    else await wait(waiting, { waitMs, ...(signal && { signal }) })
    return end
  }
}

function wait(
  waiting: (() => void)[],
  { waitMs, signal }: { readonly waitMs: number; readonly signal?: AbortSignal },
): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  const giveUp = (error: unknown) => {
    waiting.splice(waiting.indexOf(resolve), 1)
    reject(error)
  }
  const message = 'Too many files are being read; try again in a few minutes.'
  const busy = () =>
    giveUp(new AppError('unavailable', message, { isRetryable: true, retryAfterSeconds: 60 }))
  const timer = setTimeout(busy, waitMs)
  const onAbort = () => giveUp(signal?.reason)
  signal?.addEventListener('abort', onAbort, { once: true })
  waiting.push(resolve)
  return promise.finally(() => {
    clearTimeout(timer)
    signal?.removeEventListener('abort', onAbort)
  })
}
