import { Readable } from 'node:stream'
import { BASE_PATH } from '@parley/contract'
import type { Deps } from '@parley/core'
import { handleRequest } from './handle-request.ts'
import type { OnFault } from './rest-request.ts'

/** `handleRequest` for callers that use the platform's Request and Response, such as Next.js. */
export async function handleWebRequest(deps: Deps, request: Request, onFault: OnFault): Promise<Response> {
  const { pathname, searchParams } = new URL(request.url)
  const isHead = request.method === 'HEAD'
  const reply = await handleRequest(
    deps,
    {
      // HEAD is GET without the body (RFC 9110 §9.3.2).
      method: isHead ? 'GET' : request.method,
      path: pathname.slice(BASE_PATH.length),
      query: searchParams,
      header: (name) => request.headers.get(name),
      sessionToken: null,
      clientAddress: null,
      body: request.body ?? nothing(),
      signal: request.signal,
    },
    onFault,
  )
  const { status, headers, body } = reply
  if (isHead) return new Response(null, { status, headers })
  if (typeof body === 'string') return new Response(body, { status, headers })
  return new Response(body instanceof Uint8Array ? Buffer.from(body) : encode(body), { status, headers })
}

async function* nothing(): AsyncGenerator<Uint8Array, void, void> {}

function encode(pieces: AsyncIterable<string | Uint8Array>): ReadableStream {
  // The platform declares the stream twice, here and in the DOM. Both types are the same class.
  return Readable.toWeb(Readable.from(toBytes(pieces), { objectMode: false })) as ReadableStream
}

/** Encodes text as UTF-8. A Response carries bytes and fails on text only when it is read. */
async function* toBytes(pieces: AsyncIterable<string | Uint8Array>): AsyncGenerator<Uint8Array, void, void> {
  for await (const piece of pieces) yield typeof piece === 'string' ? Buffer.from(piece) : piece
}
