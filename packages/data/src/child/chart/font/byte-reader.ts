/** Reads big-endian numbers from bytes, one after the other. Throws a RangeError behind the end. */
export type ByteReader = {
  readonly u8: () => number
  readonly u16: () => number
  readonly i16: () => number
  readonly u32: () => number
  /** A number of 7 bits a byte: https://www.w3.org/TR/WOFF2/#UIntBase128 */
  readonly base128: () => number
  /** A number of mostly one byte: https://www.w3.org/TR/WOFF2/#255UInt16-0 */
  readonly short255: () => number
  readonly bytes: (length: number) => Uint8Array
}

/** Reads from the beginning of `bytes`. */
export function byteReader(bytes: Uint8Array): ByteReader {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  let at = 0
  const take = (length: number) => {
    at += length
    return at - length
  }
  const u8 = () => view.getUint8(take(1))
  const u16 = () => view.getUint16(take(2))
  return {
    u8,
    u16,
    i16: () => view.getInt16(take(2)),
    u32: () => view.getUint32(take(4)),
    base128: () => {
      let value = 0
      for (let count = 0; count < 5; count++) {
        const byte = u8()
        value = value * 128 + (byte & 0x7f)
        if (byte < 0x80) return value
      }
      throw new RangeError('A number of the font is too long')
    },
    short255: () => {
      const code = u8()
      if (code === 253) return u16()
      if (code === 254) return u8() + 506
      return code === 255 ? u8() + 253 : code
    },
    bytes: (length) => {
      const start = take(length)
      if (start + length > bytes.length) throw new RangeError('The font ends too early')
      return bytes.subarray(start, start + length)
    },
  }
}
