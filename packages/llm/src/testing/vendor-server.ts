import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Provider } from '@parley/domain'
import { anthropicVendor } from './anthropic-vendor.ts'
import { chatVendor } from './chat-vendor.ts'
import { responsesVendor } from './responses-vendor.ts'

/** A vendor-neutral answer. The server writes it in its vendor's format. */
export type VendorAnswer = {
  readonly text?: string
  readonly reasoning?: string
  /** Arguments as text are sent unchanged. */
  readonly toolCalls?: readonly { readonly name: string; readonly arguments: object | string }[]
  readonly finish?: 'stop' | 'length' | 'content_filter'
}

/** A literal reply, for shapes that real servers send and for faults. */
export type RawReply = {
  readonly status?: number
  readonly headers?: Readonly<Record<string, string>>
  /** Written one after the other. */
  readonly pieces: readonly string[]
  /**
   * How the connection ends after the pieces: normally, by a reset, or not at all. Without pieces not even
   * the headers are sent.
   */
  readonly ending?: 'end' | 'reset' | 'hang'
}

export type ScriptedReply = VendorAnswer | RawReply

export type VendorRequest = {
  readonly method: string
  readonly path: string
  readonly headers: IncomingHttpHeaders
  readonly body: unknown
}

/** A refusal in the vendor's format. */
export type Refusal = { readonly status: number; readonly body: unknown }

/** How one vendor validates requests and writes answers. */
export type Vendor = {
  readonly path: string
  /** Returns what the real vendor would refuse, or null. */
  readonly judge: (request: VendorRequest) => Refusal | null
  readonly writeWhole: (answer: VendorAnswer) => unknown
  readonly writeStream: (answer: VendorAnswer) => string[]
  readonly models: () => unknown
}

export type VendorServerOptions = {
  readonly provider: Provider
  /** One reply per accepted request, or a function of the request's number. */
  readonly script: readonly ScriptedReply[] | ((number: number) => ScriptedReply)
  /** Requests with another key get 401. */
  readonly apiKey?: string
}

export type VendorServer = {
  /** For `vendorUrls`, or as `baseUrl` of the self-hosted runtime. */
  readonly url: string
  /** The accepted requests. */
  readonly requests: readonly VendorRequest[]
  /** The refused requests, with the reasons. */
  readonly refusals: readonly Refusal[]
  readonly close: () => Promise<void>
}

/**
 * Starts a local stand-in for a model vendor. It refuses what the vendor refuses: orphan tool results,
 * unknown roles and fields, missing signatures and version headers, ids of another form. It answers from a
 * script; a call without a scripted reply gets status 500.
 */
export async function startVendorServer(options: VendorServerOptions): Promise<VendorServer> {
  const { script } = options
  const vendor = createVendor(options.provider, options.apiKey ?? 'test-key')
  const requests: VendorRequest[] = []
  const refusals: Refusal[] = []

  const server = createServer(async (incoming, outgoing) => {
    const request = await readRequest(incoming)
    const refusal = judge(vendor, request)
    if (refusal !== null) {
      refusals.push(refusal)
      sendJson(outgoing, refusal.status, refusal.body)
      return
    }
    if (request.method === 'GET') {
      sendJson(outgoing, 200, vendor.models())
      return
    }
    const reply = typeof script === 'function' ? script(requests.length) : script[requests.length]
    requests.push(request)
    if (reply === undefined)
      sendJson(outgoing, 500, { error: { message: 'This call is not in the script.' } })
    else if ('pieces' in reply) await sendPieces(outgoing, reply)
    else if (isStreaming(request)) await sendPieces(outgoing, toEventStream(vendor.writeStream(reply)))
    else sendJson(outgoing, 200, vendor.writeWhole(reply))
  })
  // The server must not close a silent reply as an idle connection.
  server.keepAliveTimeout = 60_000
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  // as: a server that listens on a port has such an address
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}${options.provider === 'anthropic' ? '' : '/v1'}`,
    requests,
    refusals,
    close: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

function createVendor(provider: Provider, apiKey: string): Vendor {
  if (provider === 'openai') return responsesVendor(apiKey)
  if (provider === 'anthropic') return anthropicVendor(apiKey)
  return chatVendor(provider, apiKey)
}

function judge(vendor: Vendor, request: VendorRequest): Refusal | null {
  const [path] = request.path.split('?')
  const isListing = request.method === 'GET' && path === '/v1/models'
  if (!isListing && (request.method !== 'POST' || path !== vendor.path)) {
    return { status: 404, body: { error: { message: `Unknown path ${request.method} ${request.path}` } } }
  }
  if (!isListing && !request.headers['content-type']?.startsWith('application/json')) {
    return { status: 415, body: { error: { message: 'Send application/json.' } } }
  }
  return vendor.judge(request)
}

async function readRequest(incoming: IncomingMessage): Promise<VendorRequest> {
  const chunks: Buffer[] = []
  for await (const chunk of incoming) chunks.push(chunk)
  const text = Buffer.concat(chunks).toString()
  return {
    method: incoming.method ?? '',
    path: incoming.url ?? '',
    headers: incoming.headers,
    body: text === '' ? null : JSON.parse(text),
  }
}

function isStreaming({ body }: VendorRequest): boolean {
  return typeof body === 'object' && body !== null && 'stream' in body && body.stream === true
}

function toEventStream(pieces: readonly string[]): RawReply {
  return { headers: { 'content-type': 'text/event-stream; charset=utf-8' }, pieces }
}

function sendJson(outgoing: ServerResponse, status: number, body: unknown): void {
  outgoing.writeHead(status, { 'content-type': 'application/json' })
  outgoing.end(JSON.stringify(body))
}

async function sendPieces(outgoing: ServerResponse, reply: RawReply): Promise<void> {
  if (reply.ending === 'hang' && reply.pieces.length === 0) return
  outgoing.writeHead(reply.status ?? 200, { 'content-type': 'application/json', ...reply.headers })
  for (const piece of reply.pieces) {
    await new Promise((resolve) => outgoing.write(piece, resolve))
  }
  if (reply.ending === 'hang') {
    outgoing.flushHeaders()
    return
  }
  if (reply.ending === 'reset') outgoing.socket?.resetAndDestroy()
  else outgoing.end()
}
