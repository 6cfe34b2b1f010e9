import { randomUUID } from 'node:crypto'
import { STATUS_CODES } from 'node:http'
import type { Duplex } from 'node:stream'
import { replyError } from '@parley/api'
import { AppError } from '@parley/errors'

/**
 * Answers what cannot be read as HTTP, in the form of every other failure, and closes the connection. A client
 * that has reset it, or that is in the middle of a reply, gets nothing.
 */
export function answerClientError(
  error: Error & { readonly code?: string },
  socket: Duplex,
  isReplying: boolean,
): void {
  if (isReplying || !socket.writable || error.code === 'ECONNRESET') {
    socket.destroy()
    return
  }
  const { status, sentence } = describe(error.code)
  const { headers, body } = replyError(new AppError('invalid_request', sentence))
  const fields = {
    ...headers,
    'x-request-id': randomUUID(),
    'content-length': Buffer.byteLength(String(body)),
    connection: 'close',
  }
  const head = Object.entries(fields).map(([name, value]) => `${name}: ${value}\r\n`)
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${head.join('')}\r\n${body}`, () =>
    socket.destroy(),
  )
}

function describe(code: string | undefined): { status: number; sentence: string } {
  if (code === 'HPE_HEADER_OVERFLOW') return { status: 431, sentence: 'The headers are larger than 16 KB.' }
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT')
    return { status: 408, sentence: 'The request did not arrive in time.' }
  return { status: 400, sentence: 'The request is not valid HTTP.' }
}
