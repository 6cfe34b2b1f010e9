/**
 * Runs `work` when the browser has nothing else to do, in a separate task. Safari does not say when that is; there
 * `work` waits a moment. Returns a function that cancels it.
 */
export function whenIdle(work: () => void): () => void {
  if (typeof requestIdleCallback === 'undefined') {
    const timer = setTimeout(work, SAFARI_WAITS_MS)
    return () => clearTimeout(timer)
  }
  const request = requestIdleCallback(work)
  return () => cancelIdleCallback(request)
}

const SAFARI_WAITS_MS = 200
