/** A JSON-RPC call as it goes over the wire. */
export type RpcRequest = Readonly<{
  jsonrpc: '2.0'
  id: number
  method: string
  params?: Readonly<Record<string, string>>
}>

/**
 * How a call travels: a function from the request to the parsed reply, whatever that is.
 *
 * It may throw: a LedgerError is passed on as it is, anything else becomes a `transport` error that may be
 * retried. It should stop when the signal aborts, but nobody waits for it then. It may be called again
 * for the same request. Integers in the reply are bigints or safe numbers; see parseJson.
 */
export type LedgerTransport = (request: RpcRequest, signal: AbortSignal) => Promise<unknown>
