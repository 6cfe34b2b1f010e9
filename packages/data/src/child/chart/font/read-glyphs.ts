import { type ByteReader, byteReader } from './byte-reader.ts'

type Streams = {
  readonly contours: ByteReader
  readonly points: ByteReader
  readonly flags: ByteReader
  readonly glyphs: ByteReader
  readonly composites: ByteReader
  readonly boxes: ByteReader
  readonly instructions: ByteReader
}

/** The `glyf` and `loca` tables of a transformed `glyf` table: https://www.w3.org/TR/WOFF2/#glyf_table_format */
export function readGlyphs(transformed: Uint8Array): {
  readonly glyf: Uint8Array
  readonly loca: Uint8Array
} {
  const header = byteReader(transformed)
  header.u16()
  const hasOverlaps = (header.u16() & 1) === 1
  const count = header.u16()
  header.u16()
  const lengths = Array.from({ length: 7 }, header.u32)
  const [contours, points, flags, glyphs, composites, boxStream, instructions] = lengths.map((length) =>
    header.bytes(length),
  )
  if (!contours || !points || !flags || !glyphs || !composites || !boxStream || !instructions)
    throw new Error('The glyphs of the font are incomplete')
  const bitmapBytes = ((count + 31) >> 5) << 2
  const boxBitmap = boxStream.subarray(0, bitmapBytes)
  const overlapBitmap = hasOverlaps ? header.bytes((count + 7) >> 3) : null
  const streams: Streams = {
    contours: byteReader(contours),
    points: byteReader(points),
    flags: byteReader(flags),
    glyphs: byteReader(glyphs),
    composites: byteReader(composites),
    boxes: byteReader(boxStream.subarray(bitmapBytes)),
    instructions: byteReader(instructions),
  }
  const parts: Uint8Array[] = []
  const loca = Buffer.alloc(4 * (count + 1))
  let offset = 0
  for (let index = 0; index < count; index++) {
    const box = hasBit(boxBitmap, index) ? streams.boxes.bytes(8) : null
    const glyph = readGlyph(streams, box, overlapBitmap !== null && hasBit(overlapBitmap, index))
    const padding = (4 - (glyph.length % 4)) % 4
    parts.push(glyph, new Uint8Array(padding))
    offset += glyph.length + padding
    loca.writeUInt32BE(offset, 4 * (index + 1))
  }
  return { glyf: Buffer.concat(parts), loca }
}

function hasBit(bitmap: Uint8Array, index: number): boolean {
  return (((bitmap[index >> 3] ?? 0) >> (7 - (index & 7))) & 1) === 1
}

// `boxes` is read by the caller, because a box belongs to every glyph that has a bit.
function readGlyph(streams: Streams, box: Uint8Array | null, isOverlapping: boolean): Uint8Array {
  const contourCount = streams.contours.i16()
  if (contourCount === 0) return new Uint8Array()
  if (contourCount < 0) return readComposite(streams, box)
  return readSimple(streams, { contourCount, box, isOverlapping })
}

/** Flags of a composite's parts: https://learn.microsoft.com/typography/opentype/spec/glyf#composite-glyph-description */
const PART = {
  hasWords: 0x1,
  hasScale: 0x8,
  hasMore: 0x20,
  hasTwoScales: 0x40,
  hasMatrix: 0x80,
  hasCode: 0x100,
}

function readComposite({ composites, glyphs, instructions }: Streams, box: Uint8Array | null): Uint8Array {
  const parts: Uint8Array[] = [int16s(-1), box ?? new Uint8Array(8)]
  let flags = PART.hasMore
  let hasCode = false
  while (flags & PART.hasMore) {
    flags = composites.u16()
    hasCode ||= (flags & PART.hasCode) !== 0
    const bytes = 2 + (flags & PART.hasWords ? 4 : 2) + scaleBytes(flags)
    parts.push(int16s(flags), composites.bytes(bytes))
  }
  if (hasCode) {
    const length = glyphs.short255()
    parts.push(int16s(length), instructions.bytes(length))
  }
  return Buffer.concat(parts)
}

function scaleBytes(flags: number): number {
  if (flags & PART.hasScale) return 2
  if (flags & PART.hasTwoScales) return 4
  return flags & PART.hasMatrix ? 8 : 0
}

type SimpleGlyph = {
  readonly contourCount: number
  readonly box: Uint8Array | null
  readonly isOverlapping: boolean
}
const ON_CURVE = 0x1
const OVERLAP = 0x40

function readSimple(streams: Streams, { contourCount, box, isOverlapping }: SimpleGlyph): Uint8Array {
  const ends: number[] = []
  let pointCount = 0
  for (let contour = 0; contour < contourCount; contour++) {
    pointCount += streams.points.short255()
    ends.push(pointCount - 1)
  }
  const flags = new Uint8Array(pointCount)
  const across: number[] = []
  const down: number[] = []
  for (let index = 0; index < pointCount; index++) {
    const flag = streams.flags.u8()
    const [dx, dy] = readStep(streams.glyphs, flag & 0x7f)
    flags[index] = (flag & 0x80 ? 0 : ON_CURVE) | (index === 0 && isOverlapping ? OVERLAP : 0)
    across.push(dx)
    down.push(dy)
  }
  const length = streams.glyphs.short255()
  const code = streams.instructions.bytes(length)
  const bounds = box ?? boxOf(across, down)
  return Buffer.concat([
    int16s(contourCount),
    bounds,
    int16s(...ends, length),
    code,
    flags,
    int16s(...across),
    int16s(...down),
  ])
}

/** The step to the next point: https://www.w3.org/TR/WOFF2/#triplet_decoding */
function readStep(reader: ByteReader, flag: number): readonly [dx: number, dy: number] {
  const signed = (bits: number, value: number) => (bits & 1 ? value : -value)
  const first = reader.u8()
  if (flag < 10) return [0, signed(flag, ((flag & 14) << 7) + first)]
  if (flag < 20) return [signed(flag, (((flag - 10) & 14) << 7) + first), 0]
  if (flag < 84) {
    const rest = flag - 20
    return [
      signed(flag, 1 + (rest & 0x30) + (first >> 4)),
      signed(flag >> 1, 1 + ((rest & 0x0c) << 2) + (first & 0x0f)),
    ]
  }
  const second = reader.u8()
  if (flag < 120) {
    const rest = flag - 84
    return [
      signed(flag, 1 + (Math.floor(rest / 12) << 8) + first),
      signed(flag >> 1, 1 + (((rest % 12) >> 2) << 8) + second),
    ]
  }
  const third = reader.u8()
  if (flag < 124)
    return [signed(flag, (first << 4) + (second >> 4)), signed(flag >> 1, ((second & 0x0f) << 8) + third)]
  return [signed(flag, (first << 8) + second), signed(flag >> 1, (third << 8) + reader.u8())]
}

function boxOf(across: readonly number[], down: readonly number[]): Uint8Array {
  const [xs, ys] = [across, down].map(positions)
  return int16s(
    Math.min(...(xs ?? [])),
    Math.min(...(ys ?? [])),
    Math.max(...(xs ?? [])),
    Math.max(...(ys ?? [])),
  )
}

function positions(steps: readonly number[]): number[] {
  let at = 0
  return steps.map((step) => {
    at += step
    return at
  })
}

function int16s(...values: readonly number[]): Uint8Array {
  const bytes = Buffer.alloc(2 * values.length)
  for (const [index, value] of values.entries()) bytes.writeUInt16BE(value & 0xffff, 2 * index)
  return bytes
}
