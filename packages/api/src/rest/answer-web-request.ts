import { Readable } from 'node:stream'
import { BASE_PATH } from '@parley/contract'
import type { Deps } from '@parley/core'
import { answerRequest } from './answer-request.ts'
import type { OnFault } from './rest-request.ts'

/** `answerRequest` for callers that speak the platform's Request and Response. */
export async function answerWebRequest(deps: Deps, request: Request, onFault: OnFault): Promise<Response> {
  const { pathname, searchParams } = new URL(request.url)
  const reply = await answerRequest(
    deps,
    {
      method: request.method,
      path: pathname.slice(BASE_PATH.length),
      query: searchParams,
      header: (name) => request.headers.get(name),
      sessionToken: null,
      source: null,
      body: request.body ?? nothing(),
      signal: request.signal,
    },
    onFault,
  )
  const { status, headers, body } = reply
  if (typeof body === 'string') return new Response(body, { status, headers })
  return new Response(body instanceof Uint8Array ? Buffer.from(body) : encode(body), { status, headers })
}

async function* nothing(): AsyncGenerator<Uint8Array, void, void> {}

function encode(pieces: AsyncIterable<string>): ReadableStream {
  // The platform types the stream twice, here and in the DOM; it is one and the same class.
  return Readable.toWeb(Readable.from(toBytes(pieces), { objectMode: false })) as ReadableStream
}

/** A Response carries bytes; text in it is only found out when somebody reads it whole. */
async function* toBytes(pieces: AsyncIterable<string>): AsyncGenerator<Uint8Array, void, void> {
  for await (const piece of pieces) yield Buffer.from(piece)
}
