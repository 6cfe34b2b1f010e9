import { LedgerError } from './ledger-error.ts'
import { CHAIN_NETWORK, type LedgerNetwork } from './network.ts'
import { parseJson } from './parse-json.ts'
import { readText } from './read-text.ts'
import { stringifyJson } from './stringify-json.ts'
import type { LedgerTransport } from './transport.ts'

export type HttpTransportSettings = Readonly<{
  /** The node's base address, without the path of the interface. */
  rpcUrl: string
  /** Whose path is appended. Default CHAIN_NETWORK. */
  network?: LedgerNetwork
  /** Default the global fetch. Servers pass the one that holds their egress rules. */
  fetch?: typeof fetch
  headers?: Readonly<Record<string, string>>
}>

/**
 * Makes the transport over HTTP: one POST per call, redirects refused.
 *
 * @throws (from the transport) LedgerError `transport` with the HTTP status when that is not 200, and
 *   `invalid_reply` when the body is empty, over 64 MiB or not JSON. A failing connection passes fetch's own error on.
 */
export function createHttpTransport(settings: HttpTransportSettings): LedgerTransport {
  const { rpcUrl, network = CHAIN_NETWORK, headers } = settings
  const send = settings.fetch ?? fetch
  const url = rpcUrl.replace(/\/+$/, '') + network.path

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
