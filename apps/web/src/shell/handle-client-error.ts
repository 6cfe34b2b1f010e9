import { randomUUID } from 'node:crypto'
import { STATUS_CODES } from 'node:http'
import type { Duplex } from 'node:stream'
import { replyError } from '@parley/api'
import { AppError } from '@parley/errors'

/** How long unread bytes are discarded before the connection is closed; closing earlier would reset it. */
const LINGER_MS = 1_000

/** Connections that already have their reply; their further bytes are malformed too. */
const answered = new WeakSet<Duplex>()

/**
 * Replies to bytes that are not valid HTTP, in the form of every other failure, and closes the connection.
 * Sends nothing to a client that has reset the connection or is receiving a reply.
 */
export function handleClientError(
  error: Error & { readonly code?: string },
  socket: Duplex,
  isReplying: boolean,
): void {
  if (answered.has(socket)) return
  if (isReplying || !socket.writable || error.code === 'ECONNRESET') {
    socket.destroy()
    return
  }
  answered.add(socket)
  const { status, sentence } = describe(error.code)
  const { headers, body } = replyError(new AppError('invalid_request', sentence))
  const fields = {
    ...headers,
    'x-request-id': randomUUID(),
    'content-length': Buffer.byteLength(String(body)),
    connection: 'close',
  }
  const head = Object.entries(fields).map(([name, value]) => `${name}: ${value}\r\n`)
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${head.join('')}\r\n${body}`)
  const timer = setTimeout(() => socket.destroy(), LINGER_MS)
  socket
    .once('end', () => socket.destroy())
    .once('close', () => clearTimeout(timer))
    .resume()
}

function describe(code: string | undefined): { status: number; sentence: string } {
  if (code === 'HPE_HEADER_OVERFLOW')
    return { status: 431, sentence: 'The headers are larger than 16 KB; send fewer or shorter ones.' }
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT')
    return { status: 408, sentence: 'The request did not arrive in time; send it again.' }
  return { status: 400, sentence: 'The request is not valid HTTP.' }
}
