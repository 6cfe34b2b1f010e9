/** The tables or sources that hold a word, by rising numbers, and the weight of the word in each. */
export type PostingList = { readonly ids: Uint32Array; readonly weights: Float32Array }

/** Packs postings in rising order for the index file: eight bytes each, in the byte order of this machine. */
export function packPostings(places: ReadonlyMap<number, number>): Uint8Array {
  const ids = Uint32Array.from(places.keys())
  const weights = Float32Array.from(places.values())
  return Buffer.concat([packNumbers(ids), packNumbers(weights)])
}

/** Unpacks whole numbers. */
export function unpackNumbers(packed: Uint8Array): Uint32Array {
  return new Uint32Array(new Uint8Array(packed).buffer)
}

/** Unpacks postings. */
export function unpackPostings(packed: Uint8Array): PostingList {
  // A blob may begin at any address; typed arrays need an aligned one.
  const { buffer } = new Uint8Array(packed)
  const count = buffer.byteLength / 8
  return { ids: new Uint32Array(buffer, 0, count), weights: new Float32Array(buffer, count * 4, count) }
}

/** The weight of the word in one table or source; 0 when it does not occur there. */
export function weightAt({ ids, weights }: PostingList, id: number): number {
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
