import type { IncomingMessage, ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import type { JsonObject, JsonValue } from '@parley/domain'
import { type StartedServer, startServer } from './start-server.ts'

export type RawCall = {
  readonly id: JsonValue | undefined
  readonly method: string
  readonly params: JsonObject
  readonly request: IncomingMessage
  readonly response: ServerResponse
}

/**
 * Returns a result to send as JSON. Returns `null` when it replied on `response` itself, or sends no reply.
 */
type RawHandler = (call: RawCall) => JsonObject | null

export type RawServer = StartedServer & {
  readonly calls: RawCall[]
  /** Methods in the order of their requests. */
  readonly methods: () => string[]
  /** From now on only this session is valid. The others get 404, as the protocol requires. */
  session: string
}

export type RawOptions = {
  readonly tools?: () => JsonValue[]
  readonly handlers?: Record<string, RawHandler>
  /** Receives every request first. Returns true when it replied. */
  readonly intercept?: (request: IncomingMessage, response: ServerResponse) => boolean | Promise<boolean>
}

/**
 * Starts a tool server of the handshake revisions that tests can make misbehave. Each method has a handler; a
 * method without one is unknown, and GET is not offered.
 */
export async function startRawServer({
  tools = () => [ECHO],
  handlers = {},
  intercept = () => false,
}: RawOptions = {}): Promise<RawServer> {
  const calls: RawCall[] = []
  const all: Record<string, RawHandler> = {
    initialize: ({ response }) => {
      response.setHeader('mcp-session-id', server.session)
      return {
        protocolVersion: '2025-06-18',
        capabilities: { tools: {} },
        serverInfo: { name: 'raw', version: '1' },
      }
    },
    'tools/list': () => ({ tools: tools() }),
    'tools/call': ({ params }) => ({
      content: [{ type: 'text', text: JSON.stringify(params.arguments ?? {}) }],
    }),
    ...handlers,
  }
  const started = await startServer(async (request, response) => {
    if (await intercept(request, response)) return
    if (request.method !== 'POST') {
      response.writeHead(request.method === 'DELETE' ? 200 : 405).end()
      calls.push({ id: undefined, method: request.method ?? '', params: {}, request, response })
      return
    }
    const message = JSON.parse(await text(request))
    const call: RawCall = {
      id: message.id,
      method: message.method,
      params: message.params ?? {},
      request,
      response,
    }
    calls.push(call)
    const session = request.headers['mcp-session-id']
    if (session !== undefined && session !== server.session) response.writeHead(404).end('no such session')
    else if (message.id === undefined) response.writeHead(202).end()
    else answer(call, all)
  })
  const server: RawServer = {
    ...started,
    calls,
    methods: () => calls.map(({ method }) => method),
    session: 'session-1',
  }
  return server
}

function answer(call: RawCall, handlers: Record<string, RawHandler>): void {
  const handler = handlers[call.method]
  if (!handler) {
    sendJson(call, { error: { code: -32_601, message: `no method ${call.method}` } })
    return
  }
  const result = handler(call)
  if (result) sendJson(call, { result })
}

/** Sends a JSON-RPC reply as one JSON body. */
export function sendJson({ id, response }: RawCall, body: JsonObject): void {
  response.setHeader('content-type', 'application/json')
  response.end(JSON.stringify({ jsonrpc: '2.0', id: id ?? null, ...body }))
}

export const ECHO: JsonObject = {
  name: 'echo',
  description: 'Says it again',
  inputSchema: {
    type: 'object',
    properties: { text: { type: 'string' }, count: { type: 'integer' } },
    required: ['text'],
  },
}
