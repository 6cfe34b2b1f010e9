import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { clientSignal } from './client-signal.ts'
import type { ShellTimes } from './shell-times.ts'
import { sourceOf } from './source-of.ts'

/** What one request carries through the shell. */
export type Exchange = {
  readonly request: IncomingMessage
  readonly response: ServerResponse
  readonly path: string
  readonly query: string
  readonly signal: AbortSignal
  readonly times: ShellTimes
  /** Where it comes from, for counting. */
  readonly source: string
}

/** Begins an exchange: names it and sets the headers that every reply carries. */
export function openExchange(
  request: IncomingMessage,
  response: ServerResponse,
  { times, proxyHops }: { readonly times: ShellTimes; readonly proxyHops: number },
): Exchange {
  const [path = '/', query = ''] = (request.url ?? '/').split('?', 2)
  response.setHeader('x-request-id', randomUUID())
  response.setHeader('x-content-type-options', 'nosniff')
  response.setHeader('referrer-policy', 'no-referrer')
  return {
    request,
    response,
    path,
    query,
    signal: clientSignal(response),
    times,
    source: sourceOf(request, proxyHops),
  }
}
