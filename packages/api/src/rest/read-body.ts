import { LIMITS } from '@parley/contract'
import { AppError } from '@parley/errors'

/**
 * Reads the whole body. Throws `too_large` as soon as the body exceeds the bound. When `declaredLength` (the
 * Content-Length) exceeds it, nothing is read.
 */
export async function readBody(
  body: AsyncIterable<Uint8Array>,
  declaredLength: string | null | undefined,
): Promise<Uint8Array> {
  if (Number(declaredLength) > LIMITS.bodyBytes) throw tooLarge()
  const chunks: Uint8Array[] = []
  let length = 0
  for await (const chunk of body) {
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
