/**
 * Gives the bytes of a stream again in blocks of one size; the last one may be smaller. How a compressor divides its work
 * depends on the pieces that it gets, and a pipe gives other pieces each time.
 *
 * @param {AsyncIterable<Uint8Array>} stream @param {number} size in bytes
 * @returns {AsyncGenerator<Buffer, void, void>}
 */
export async function* inBlocks(stream, size) {
  let block = Buffer.alloc(size)
  let filled = 0
  for await (const piece of stream)
    for (let at = 0; at < piece.length; ) {
      const part = piece.subarray(at, at + size - filled)
      block.set(part, filled)
      at += part.length
      filled += part.length
      if (filled < size) continue
      yield block
      block = Buffer.alloc(size)
      filled = 0
    }
  if (filled > 0) yield block.subarray(0, filled)
}
