import { LedgerError } from './ledger-error.ts'
import { parseJson } from './parse-json.ts'
import { readText } from './read-text.ts'
import { stringifyJson } from './stringify-json.ts'
import type { LedgerTransport } from './transport.ts'

/** The settings of an HTTP connection to a node. */
export type HttpSettings = Readonly<{
  /** The node's base address, without the path of the interface. */
  rpcUrl: string
  /** Defaults to the global fetch. A server passes the function that enforces its egress rules. */
  fetch?: typeof fetch
  /** Headers of every call, such as a key that the node requires. */
  headers?: Readonly<Record<string, string>>
}>

/**
 * Creates the transport over HTTP: one POST per call to `path` below the node's address. It refuses redirects.
 *
 * @throws (from the transport) LedgerError `transport` with the HTTP status when that is not 200, and
 *   `invalid_reply` when the body is empty, over 64 MiB or not JSON. A failing connection throws fetch's own error.
 */
export function createHttpTransport(settings: HttpSettings & { readonly path: string }): LedgerTransport {
  const { rpcUrl, path, headers } = settings
  const send = settings.fetch ?? fetch
  const url = rpcUrl.replace(/\/+$/, '') + path

  return async (request, signal) => {
    const response = await send(url, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json', accept: 'application/json' },
      body: stringifyJson(request),
      redirect: 'error',
      signal,
    })
    if (response.status !== 200) {
      await response.body?.cancel()
      throw statusError(response.status)
    }
    return parseReply(await readText(response))
  }
}

function statusError(status: number): LedgerError {
  return new LedgerError('transport', `The ledger node answered with HTTP status ${status}.`, {
    httpStatus: status,
    isRetryable: status >= 500 || status === 408 || status === 429,
  })
}

function parseReply(text: string): unknown {
  if (text.trim() === '') throw new LedgerError('invalid_reply', 'The ledger node sent an empty reply.')
  try {
    return parseJson(text)
  } catch (cause) {
    throw new LedgerError('invalid_reply', 'The ledger node sent a reply that is not JSON.', { cause })
  }
}
