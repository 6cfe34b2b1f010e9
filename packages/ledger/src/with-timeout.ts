import { LedgerError } from './ledger-error.ts'
import type { LedgerTransport } from './transport.ts'

// A timer with a longer delay fires immediately.
const MAX_TIMER_MS = 2 ** 31 - 1

/**
 * Ends a call after `timeoutMs`, including retries and pauses, also when the transport ignores its signal.
 * Aborts the transport's signal then, and when the caller's signal aborts.
 *
 * @throws (from the transport) LedgerError `timeout` or `cancelled`, and the transport's own errors.
 */
export function withTimeout(transport: LedgerTransport, timeoutMs: number): LedgerTransport {
  return (request, signal) =>
    new Promise((resolve, reject) => {
      const controller = new AbortController()
      const end = (error: LedgerError) => {
        reject(error)
        controller.abort(error)
      }
      const cancel = () => end(cancelled(signal.reason))
      const timer = setTimeout(
        () => {
          const text = `The ledger node did not answer within ${timeoutMs} ms.`
          end(new LedgerError('timeout', text, { isRetryable: true }))
        },
        Math.min(timeoutMs, MAX_TIMER_MS),
      )

      signal.addEventListener('abort', cancel, { once: true })
      transport(request, controller.signal)
        .then(resolve, reject)
        .finally(() => {
          clearTimeout(timer)
          signal.removeEventListener('abort', cancel)
        })
    })
}

function cancelled(cause: unknown): LedgerError {
  return new LedgerError('cancelled', 'The call to the ledger node was cancelled.', { cause })
}
