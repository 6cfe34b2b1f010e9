import { Readable } from 'node:stream'
import { expect, test } from 'vitest'
import { inBlocks } from './in-blocks.mjs'

const BYTES = Buffer.from(Array.from({ length: 1000 }, (_, at) => at % 251))

function blocksOf(pieces: readonly number[]): Promise<Buffer[]> {
  const ends = pieces.map((_, index) => pieces.slice(0, index + 1).reduce((sum, length) => sum + length, 0))
  const parts = [0, ...ends].map((start, index) => BYTES.subarray(start, ends[index]))
  return collect(parts)
}

function collect(parts: readonly Buffer[]): Promise<Buffer[]> {
  return Readable.from(inBlocks(Readable.from(parts), 300)).toArray()
}

test.each([[[]], [[1, 2, 3]], [[299, 2, 600]], [[300, 300, 300]], [[950]], [[0, 450, 0, 1]]])(
  'bytes that come in pieces of %j go on in the same blocks',
  async (pieces) => {
    const blocks = await blocksOf(pieces)
    expect(blocks.map(({ length }) => length)).toEqual([300, 300, 300, 100])
    expect(Buffer.concat(blocks).equals(BYTES)).toBe(true)
  },
)

test('no bytes give no block', async () => {
  expect(await collect([])).toEqual([])
})
