import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { splitWords } from '../metadata/split-words.ts'
import { hashText, leanPostings, numbersIn } from './posting-bucket.ts'
import { PostingRuns } from './posting-runs.ts'
import { foldWords } from './spellings.ts'

let folder: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'parley-runs-'))
})

afterAll(() => rm(folder, { recursive: true, force: true }))

/** Looks a key up in the buckets as an index stores them. */
function lookUp(buckets: ReadonlyMap<number, Uint8Array>, key: string, most: number): number[] {
  const { bucket, hash } = hashText(key)
  const row = [...buckets.keys()].findLast((first) => first <= bucket)
  const packed = buckets.get(row ?? -1)
  return packed ? [...numbersIn(packed, { hash, most })] : []
}

test.for([1, 3, 1000])('finds the lowest numbers of every key, of which %i are kept', async (most) => {
  const pairs = fc.array(fc.tuple(fc.constantFrom('a', 'b', 'ab', 'ü', '😀', ':x', ':y'), fc.nat(5000)), {
    maxLength: 40_000,
    size: 'max',
  })
  await fc.assert(
    fc.asyncProperty(pairs, async (added) => {
      // More than fit into memory, so that some lie in the file.
      const runs = new PostingRuns(join(folder, 'work'), 4096)
      for (const [key, number] of added) runs.add(key, number)
      const buckets = new Map<number, Uint8Array>()
      for (const { bucket, postings } of runs.sorted())
        buckets.set(bucket, new Uint8Array(leanPostings(postings, most).slice().buffer))
      runs.close()
      for (const [key, same] of Map.groupBy(added, ([one]) => one)) {
        const numbers = [...new Set(same.map(([, number]) => number))].sort((a, b) => a - b)
        expect(lookUp(buckets, key, most)).toEqual(numbers.slice(0, most))
      }
      expect(lookUp(buckets, 'never added', most)).toEqual([])
      expect(await readdir(folder)).toEqual([])
    }),
    { numRuns: 12 },
  )
})

test('splits ASCII texts like all others', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme-ascii', maxLength: 80 }), (text) => {
      const folded = text.toLowerCase().replace(/['`]/g, '')
      expect(foldWords(text).map(({ word }) => word)).toEqual(splitWords(folded))
    }),
    { numRuns: 2000 },
  )
})
