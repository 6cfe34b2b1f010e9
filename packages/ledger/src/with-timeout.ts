import { LedgerError } from './ledger-error.ts'
import type { LedgerTransport } from './transport.ts'

// A timer that is set to more fires at once.
const MAX_TIMER_MS = 2 ** 31 - 1

/**
 * Ends a call after `timeoutMs`, repetitions and their pauses included, also when the transport ignores
 * its signal. The transport's signal aborts then, or when the caller's does.
 *
 * @throws (from the transport) LedgerError `timeout` or `cancelled`, besides the transport's own errors.
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
