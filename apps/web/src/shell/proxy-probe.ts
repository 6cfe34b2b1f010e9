import { setTimeout as sleep } from 'node:timers/promises'
import type { Exchange } from './exchange.ts'
import { writeReply } from './write-reply.ts'

/** Pieces of the probe and the pause between two: a proxy that buffers delivers them together. */
const PIECES = 3
const PAUSE_MS = 400

/** What a request looks like behind the proxies, for the operator who sets them up (`parley doctor`). */
export type SeenRequest = {
  /** The name that the client asked for. */
  readonly host: string | null
  /** The address under which limits count this client. */
  readonly client_address: string
  /** The other end of the connection: the last proxy, or the client. */
  readonly peer_address: string | null
  readonly forwarded_for: string | null
}

/** Describes a request as it arrived. */
export function describeSeen({ request, clientAddress }: Exchange): SeenRequest {
  return {
    host: request.headers.host ?? null,
    client_address: clientAddress,
    peer_address: request.socket.remoteAddress ?? null,
    forwarded_for: request.headers['x-forwarded-for']?.toString() ?? null,
  }
}

/** Sends a short event stream in pieces, with the headers of an answer. Its times show whether a proxy buffers it. */
export async function sendProbe(exchange: Exchange): Promise<void> {
  await writeReply(exchange, {
    status: 200,
    headers: {
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store, no-transform',
      'x-accel-buffering': 'no',
    },
    body: pieces(),
  })
}

async function* pieces(): AsyncGenerator<string, void, void> {
  for (let piece = 1; piece <= PIECES; piece++) {
    if (piece > 1) await sleep(PAUSE_MS)
    yield `event: piece\ndata: ${piece}\n\n`
  }
}
