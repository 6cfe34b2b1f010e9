/** Where a word stands and what it counts there: numbers of places, then their weights. */
export type Places = { readonly ids: Uint32Array; readonly weights: Float32Array }

/** Packs places for the index file: eight bytes each, in the byte order of this machine. */
export function packPlaces(places: ReadonlyMap<number, number>): Uint8Array {
  const ids = Uint32Array.from(places.keys())
  const weights = Float32Array.from(places.values())
  return Buffer.concat([bytesOf(ids), bytesOf(weights)])
}

/** The same, read back. */
export function unpackPlaces(packed: Uint8Array): Places {
  // A blob may begin anywhere in memory; numbers may not.
  const { buffer } = new Uint8Array(packed)
  const count = buffer.byteLength / 8
  return { ids: new Uint32Array(buffer, 0, count), weights: new Float32Array(buffer, count * 4, count) }
}

function bytesOf({ buffer, byteOffset, byteLength }: Uint32Array | Float32Array): Uint8Array {
  return new Uint8Array(buffer, byteOffset, byteLength)
}
