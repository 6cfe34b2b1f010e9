import { isLedgerError, LedgerError } from './ledger-error.ts'
import type { LedgerTransport } from './transport.ts'

export type RetrySettings = Readonly<{
  /** Maximum number of retries of a failed call; 0 for none. */
  retries: number
  /** The pause before the first retry. It doubles each time, minus a random part of up to a half. */
  delayMs: number
}>

/**
 * Retries a call when the transport failed. Does not retry after a reply of the node, including errors, or
 * after an abort.
 *
 * @throws (from the transport) only LedgerError.
 */
export function withRetry(transport: LedgerTransport, settings: RetrySettings): LedgerTransport {
  return async (request, signal) => {
    for (let attempt = 0; ; attempt++) {
      try {
        return await transport(request, signal)
      } catch (cause) {
        const error = asLedgerError(cause)
        if (!error.isRetryable || attempt >= settings.retries || signal.aborted) throw error
        await pause(settings.delayMs * 2 ** attempt * (1 - Math.random() / 2), signal)
        if (signal.aborted) throw error
      }
    }
  }
}

function asLedgerError(cause: unknown): LedgerError {
  if (isLedgerError(cause)) return cause
  return new LedgerError('transport', 'The ledger node could not be reached.', { cause, isRetryable: true })
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms)
    const stop = () => {
      clearTimeout(timer)
      resolve()
    }
    signal.addEventListener('abort', stop, { once: true })
  })
}
