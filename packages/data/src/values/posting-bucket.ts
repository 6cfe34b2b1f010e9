import { endianness } from 'node:os'

/** Keys are divided into this many buckets. A row of the index holds one, or adjacent ones. */
export const BUCKETS = 2 ** 16
/** The halves of a posting of 64 bits: it sorts by the hash of its key, then by its number. */
export const [NUMBER, HASH] = endianness() === 'LE' ? ([0, 1] as const) : ([1, 0] as const)

/**
 * The bucket of a key and its hash there, 48 bits together. Two of 100 million keys share both by a chance of one in
 * three million, so keys are not stored.
 */
export function hashText(text: string): { readonly bucket: number; readonly hash: number } {
  let a = 0xdeadbeef
  let b = 0x41c6ce57
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at)
    a = Math.imul(a ^ unit, 0x9e3779b1)
    b = Math.imul(b ^ unit, 0x5f356495)
  }
  a = Math.imul(a ^ (a >>> 16), 0x85ebca6b) ^ Math.imul(b ^ (b >>> 13), 0xc2b2ae35)
  b = Math.imul(b ^ (b >>> 16), 0x85ebca6b) ^ Math.imul(a ^ (a >>> 13), 0xc2b2ae35)
  return { bucket: (a >>> 8) & (BUCKETS - 1), hash: b >>> 0 }
}

/** Sorted postings without repeated ones, and with the lowest numbers of a key, up to the given number. */
export function leanPostings(postings: BigUint64Array, most: number): BigUint64Array {
  const halves = new Uint32Array(postings.buffer, postings.byteOffset, 2 * postings.length)
  let kept = 0
  let same = 0
  for (let at = 0; at < postings.length; at++) {
    const posting = postings[at] ?? 0n
    const isSameKey = kept > 0 && halves[2 * at + HASH] === halves[2 * kept - 2 + HASH]
    if (isSameKey && (posting === postings[kept - 1] || same >= most)) continue
    same = isSameKey ? same + 1 : 1
    postings[kept++] = posting
  }
  return postings.subarray(0, kept)
}

/** The numbers of a key in the packed postings of its bucket, by rising numbers, up to the given number. */
export function numbersIn(
  packed: Uint8Array,
  { hash, most }: { readonly hash: number; readonly most: number },
): Uint32Array {
  // A blob may begin at any address; typed arrays need an aligned one.
  const { buffer, byteOffset, length } = packed.byteOffset % 4 === 0 ? packed : new Uint8Array(packed)
  const halves = new Uint32Array(buffer, byteOffset, length / 4)
  const from = firstNotBelow(halves, hash)
  let to = from
  while (to < halves.length / 2 && to - from < most && halves[2 * to + HASH] === hash) to++
  const numbers = new Uint32Array(to - from)
  for (let at = 0; at < numbers.length; at++) numbers[at] = halves[2 * (from + at) + NUMBER] ?? 0
  return numbers
}

function firstNotBelow(halves: Uint32Array, hash: number): number {
  let [from, to] = [0, halves.length / 2]
  while (from < to) {
    const middle = (from + to) >> 1
    if ((halves[2 * middle + HASH] ?? 0) < hash) from = middle + 1
    else to = middle
  }
  return from
}
