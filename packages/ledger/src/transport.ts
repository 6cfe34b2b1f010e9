/** A JSON-RPC call as it is sent. */
export type RpcRequest = Readonly<{
  jsonrpc: '2.0'
  id: number
  method: string
  params?: Readonly<Record<string, string>>
}>

/**
 * Sends a request and returns the parsed reply, unchecked.
 *
 * It may throw: the client passes a LedgerError on and turns other errors into a `transport` error that may be
 * retried. It should stop when the signal aborts; the client does not wait for that. It may be called again for the
 * same request. Integers in the reply are bigints or safe numbers; see parseJson.
 */
export type LedgerTransport = (request: RpcRequest, signal: AbortSignal) => Promise<unknown>
