import type { AdmittedExchange } from './exchange.ts'

/**
 * Limits a small body whose reader has no limits: closes the connection when the body arrives too slowly, and
 * takes the slot of the request when the body is complete. Closes the connection when no slot is available.
 */
export function limitBodyTime({ request, times, ticket }: AdmittedExchange): void {
  const deadline = setTimeout(() => request.complete || request.destroy(), times.bodyMs * ticket.patience())
  request.once('close', () => clearTimeout(deadline))
  request.once('end', () => {
    try {
      ticket.takeSlot()
    } catch {
      request.destroy()
    }
  })
}
