import { LedgerError } from './ledger-error.ts'

/** Twice the size of the lists of a network with 100,000 validators. */
const MAX_BYTES = 64 * 1024 * 1024

/**
 * Reads the body of a reply, up to 64 MiB.
 *
 * @throws LedgerError `invalid_reply` for a larger body, and the errors of the stream.
 */
export async function readText(response: Response): Promise<string> {
  const { body, headers } = response
  const declared = Number(headers.get('content-length') ?? Number.NaN)
  if (declared > MAX_BYTES) {
    await body?.cancel()
    throw tooLarge()
  }
  // The stream then yields at most the declared length, unless the body is compressed.
  const isBounded = declared >= 0 && headers.get('content-encoding') === null
  return isBounded || body === null ? response.text() : readPieces(body.getReader())
}

async function readPieces(reader: ReadableStreamDefaultReader<Uint8Array>): Promise<string> {
  const decoder = new TextDecoder()
  let text = ''
  let size = 0
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return text + decoder.decode()
    size += value.length
    if (size > MAX_BYTES) {
      await reader.cancel()
      throw tooLarge()
    }
    text += decoder.decode(value, { stream: true })
  }
}

function tooLarge(): LedgerError {
  const text = `The ledger node sent a reply of more than ${MAX_BYTES / 1024 / 1024} MiB.`
  return new LedgerError('invalid_reply', text)
}
