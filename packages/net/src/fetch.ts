import type { IncomingHttpHeaders } from 'node:http'
import type { EgressReply, OutgoingRequest } from './exchange.ts'
import type { ReplyBody } from './reply-body.ts'
import type { SendOptions } from './send.ts'

/** The type of `fetch` that the OpenAI, Anthropic and MCP clients accept. */
export type Fetch = (input: string | URL | Request, init?: RequestInit) => Promise<Response>

/** Sends a request and follows redirects. Header names are in lower case. */
type Send = (address: string, request: OutgoingRequest & SendOptions) => Promise<EgressReply>

/** Statuses whose Response must not have a body. */
const BODILESS = new Set([204, 205, 304])

/** The platform's fetch over checked connections. Takes text, bytes and URLSearchParams as body. */
export function createFetch(sendRequest: Send): Fetch {
  return async (input, init = {}) => {
    if (input instanceof Request) throw new TypeError('This fetch takes an address, not a Request.')
    const { headers, body } = readInit(init)
    const reply = await sendRequest(String(input), {
      method: (init.method ?? 'GET').toUpperCase(),
      headers,
      body,
      signal: init.signal ?? undefined,
      redirect: init.redirect,
    })
    const hasBody = !BODILESS.has(reply.status) && init.method !== 'HEAD'
    const response = new Response(hasBody ? toStream(reply.body) : null, {
      status: reply.status,
      headers: toHeaders(reply.headers),
    })
    Object.defineProperty(response, 'url', { value: reply.url })
    return response
  }
}

function readInit(init: RequestInit): {
  headers: Record<string, string>
  body: string | Uint8Array | undefined
} {
  const headers: Record<string, string> = {}
  new Headers(init.headers).forEach((value, name) => {
    headers[name] = value
  })
  const { body } = init
  if (body === undefined || body === null) return { headers, body: undefined }
  if (typeof body === 'string') {
    headers['content-type'] ??= 'text/plain;charset=UTF-8'
    return { headers, body }
  }
  if (body instanceof URLSearchParams) {
    headers['content-type'] ??= 'application/x-www-form-urlencoded;charset=UTF-8'
    return { headers, body: body.toString() }
  }
  if (body instanceof Uint8Array) return { headers, body }
  throw new TypeError('This fetch takes text, bytes or URLSearchParams as body.')
}

function toHeaders(raw: IncomingHttpHeaders): Headers {
  const headers = new Headers()
  for (const [name, value] of Object.entries(raw)) {
    // The body is already decoded, so its transfer headers no longer apply.
    if (value === undefined || name === 'content-encoding' || name === 'content-length') continue
    for (const each of Array.isArray(value) ? value : [value]) headers.append(name, each)
  }
  return headers
}

function toStream(body: ReplyBody): ReadableStream<Uint8Array> {
  const pieces = body[Symbol.asyncIterator]()
  return new ReadableStream<Uint8Array>(
    {
      pull: async (controller) => {
        const { value, done } = await pieces.next()
        if (done) controller.close()
        else controller.enqueue(value)
      },
      cancel: () => body.cancel(),
    },
    { highWaterMark: 0 },
  )
}
