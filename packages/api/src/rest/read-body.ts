import { LIMITS } from '@parley/contract'
import { AppError } from '@parley/errors'
import type { RestRequest } from './rest-request.ts'

/** Reads the whole body. Throws `too_large` as soon as it is known to exceed the bound, without reading on. */
export async function readBody(request: RestRequest): Promise<Uint8Array> {
  if (Number(request.header('content-length') ?? 0) > LIMITS.bodyBytes) throw tooLarge()
  const chunks: Uint8Array[] = []
  let length = 0
  for await (const chunk of request.body) {
    length += chunk.byteLength
    if (length > LIMITS.bodyBytes) throw tooLarge()
    chunks.push(chunk)
  }
  const [only] = chunks
  return chunks.length === 1 && only ? only : Buffer.concat(chunks, length)
}

function tooLarge(): AppError {
  return new AppError('too_large', `The body is larger than ${LIMITS.bodyBytes} bytes.`)
}
