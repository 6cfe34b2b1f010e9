import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Ticket } from './admission.ts'
import { clientSignal } from './client-signal.ts'
import { readClientAddress } from './read-client-address.ts'
import type { ShellTimes } from './shell-times.ts'

/** What one request carries through the shell. */
export type Exchange = {
  readonly request: IncomingMessage
  readonly response: ServerResponse
  readonly path: string
  readonly query: string
  readonly signal: AbortSignal
  readonly times: ShellTimes
  /** The address that this client is counted under. */
  readonly clientAddress: string
}

/** An exchange that the service works on. */
export type AdmittedExchange = Exchange & { readonly ticket: Ticket }

// The parts of the shell and of Next.js wait for the end of a page's response, each with a listener.
const RESPONSE_LISTENERS = 32

/** Begins an exchange: names it and sets the headers that every reply carries. */
export function openExchange(
  request: IncomingMessage,
  response: ServerResponse,
  { times, proxyHops }: { readonly times: ShellTimes; readonly proxyHops: number },
): Exchange {
  const [path = '/', ...query] = (request.url ?? '/').split('?')
  // A client that leaves raises an error on either stream; its exchange ends with the event `close`.
  for (const stream of [request, response]) stream.on('error', () => {})
  response.setMaxListeners(RESPONSE_LISTENERS)
  response.setHeader('x-request-id', readRequestId(request) ?? randomUUID())
  response.setHeader('x-content-type-options', 'nosniff')
  response.setHeader('referrer-policy', 'no-referrer')
  return {
    request,
    response,
    path,
    query: query.join('?'),
    signal: clientSignal(response),
    times,
    clientAddress: readClientAddress(request, proxyHops),
  }
}

/** Characters that are safe in a log and in a header. */
const REQUEST_ID = /^[A-Za-z0-9_.:=+/-]{1,128}$/

/** The id that the client chose for its request; null when it sent none, or one of another form. */
function readRequestId({ headers }: IncomingMessage): string | null {
  const id = headers['x-request-id']
  return typeof id === 'string' && REQUEST_ID.test(id) ? id : null
}
