import { LedgerError } from './ledger-error.ts'
import type { SendRequest } from './send-request.ts'

type Flight = { result: Promise<unknown>; controller: AbortController; waiting: number }

/**
 * Lets equal calls at the same time share one request. A caller that cancels does not affect the others. The
 * request is cancelled when all its callers have cancelled.
 *
 * @throws (from the function) LedgerError `cancelled` when the caller's own signal aborts.
 */
export function withCoalescing(send: SendRequest): SendRequest {
  const flights = new Map<string, Flight>()

  return (call, signal) => {
    if (signal.aborted) return Promise.reject(cancelled(signal.reason))
    const key = JSON.stringify([call.method, call.params])
    const flight = flights.get(key) ?? depart(key)
    return join(flight, signal, () => flights.get(key) === flight && flights.delete(key))

    function depart(name: string): Flight {
      const controller = new AbortController()
      const result = send(call, controller.signal).finally(() => {
        if (flights.get(name) === started) flights.delete(name)
      })
      const started: Flight = { result, controller, waiting: 0 }
      flights.set(name, started)
      return started
    }
  }
}

function join(flight: Flight, signal: AbortSignal, forget: () => void): Promise<unknown> {
  flight.waiting++
  return new Promise((resolve, reject) => {
    const leave = () => {
      reject(cancelled(signal.reason))
      if (--flight.waiting > 0) return
      forget()
      flight.controller.abort(signal.reason)
    }
    signal.addEventListener('abort', leave, { once: true })
    flight.result.then(resolve, reject).finally(() => signal.removeEventListener('abort', leave))
  })
}

function cancelled(cause: unknown): LedgerError {
  return new LedgerError('cancelled', 'The call to the ledger node was cancelled.', { cause })
}
