/** Where a word stands, in rising numbers of places, and what it counts at each. */
export type Places = { readonly ids: Uint32Array; readonly weights: Float32Array }

/** Packs places, given in rising order, for the index file: eight bytes each, in the byte order of this machine. */
export function packPlaces(places: ReadonlyMap<number, number>): Uint8Array {
  const ids = Uint32Array.from(places.keys())
  const weights = Float32Array.from(places.values())
  return Buffer.concat([packNumbers(ids), packNumbers(weights)])
}

/** Whole numbers, read back. */
export function unpackNumbers(packed: Uint8Array): Uint32Array {
  return new Uint32Array(new Uint8Array(packed).buffer)
}

/** Places, read back. */
export function unpackPlaces(packed: Uint8Array): Places {
  // A blob may begin anywhere in memory; numbers may not.
  const { buffer } = new Uint8Array(packed)
  const count = buffer.byteLength / 8
  return { ids: new Uint32Array(buffer, 0, count), weights: new Float32Array(buffer, count * 4, count) }
}

/** What the word counts at one place. */
export function weightAt({ ids, weights }: Places, id: number): number {
  let [from, to] = [0, ids.length]
  while (from < to) {
    const middle = (from + to) >> 1
    if ((ids[middle] ?? 0) < id) from = middle + 1
    else to = middle
  }
  return ids[from] === id ? (weights[from] ?? 0) : 0
}

/** The bytes of numbers, in the byte order of this machine. */
export function packNumbers({ buffer, byteOffset, byteLength }: Uint32Array | Float32Array): Uint8Array {
  return new Uint8Array(buffer, byteOffset, byteLength)
}
