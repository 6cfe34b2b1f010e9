import { PassThrough, Readable } from 'node:stream'
import { expect, test } from 'vitest'
import { type Frame, readFrames, writeFrame } from './frames.ts'

const LIMITS = { maxTextBytes: 1000, maxBytes: 10_000, maxDepth: 10 }

/** The bytes of some frames, in chunks that each have a buffer. */
async function chunksOf(
  frames: readonly (readonly [unknown, Uint8Array])[],
  size: number,
): Promise<Buffer[]> {
  const stream = new PassThrough()
  for (const [value, bytes] of frames) writeFrame(stream, value, bytes)
  stream.end()
  const all = Buffer.concat(await stream.toArray())
  return Array.from({ length: Math.ceil(all.byteLength / size) }, (_, index) => {
    const piece = all.subarray(index * size, (index + 1) * size)
    return Buffer.from(Uint8Array.from(piece).buffer)
  })
}

async function read(chunks: readonly Buffer[]): Promise<Frame[]> {
  const frames: Frame[] = []
  for await (const frame of readFrames(Readable.from(chunks), () => LIMITS)) frames.push(frame)
  return frames
}

const FRAMES = [
  [{ name: 'first' }, new Uint8Array(2000).fill(1)],
  ['second', new Uint8Array(0)],
  [[3], new Uint8Array(2000).fill(3)],
] as const

test.each([1, 7, 8, 300, 100_000])('reads frames that arrive in chunks of %i bytes', async (size) => {
  const frames = await read(await chunksOf(FRAMES, size))
  expect(frames.map(({ value }) => value)).toEqual(FRAMES.map(([value]) => value))
  expect(frames.map(({ bytes }) => Buffer.from(bytes))).toEqual(FRAMES.map(([, bytes]) => Buffer.from(bytes)))
})

test('frees the chunks of a frame once they are joined, but the one that begins it', async () => {
  const chunks = await chunksOf(FRAMES.slice(0, 1), 300)
  const buffers = chunks.map(({ buffer }) => buffer as ArrayBuffer)
  expect(buffers.length).toBeGreaterThan(3)
  await read(chunks)
  expect(buffers.map(({ detached }) => detached)).toEqual(buffers.map((_, index) => index > 0))
})
