import { brotliDecompressSync } from 'node:zlib'
import { byteReader } from './byte-reader.ts'
import { readGlyphs } from './read-glyphs.ts'

/** Tags by their number in a WOFF2 file: https://www.w3.org/TR/WOFF2/#table_dir_format */
const KNOWN_TAGS =
  'cmap head hhea hmtx maxp name OS/2 post cvt  fpgm glyf loca prep CFF  VORG EBDT EBLC gasp hdmx kern LTSH PCLT VDMX vhea vmtx BASE GDEF GPOS GSUB EBSC JSTF MATH CBDT CBLC COLR CPAL SVG  sbix acnt avar bdat bloc bsln cvar fdsc feat fmtx fvar gvar hsty just lcar mort morx opbd prop trak Zapf Silf Glat Gloc Feat Sill'
const OTHER_TAG = 63
const HEADER_BYTES = 48

type Table = { readonly tag: string; readonly isTransformed: boolean; readonly bytes: number }

/**
 * The TrueType font in a WOFF2 file with one font: https://www.w3.org/TR/WOFF2/. Trusts its content, so it is for
 * packaged fonts only. Throws for another format.
 */
export function readWoff2(file: Uint8Array): Uint8Array {
  const header = byteReader(file)
  if (header.u32() !== 0x774f4632) throw new Error('The font is not in WOFF2 format')
  const flavor = header.u32()
  header.u32()
  const tableCount = header.u16()
  header.bytes(HEADER_BYTES - 14)
  const tables = Array.from({ length: tableCount }, () => readTable(header))
  const packed = byteReader(brotliDecompressSync(file.subarray(directoryEnd(tables, file))))
  const contents = new Map(tables.map((table) => [table.tag, { table, content: packed.bytes(table.bytes) }]))
  const plain = new Map([...contents].map(([tag, { content }]) => [tag, content]))
  if (contents.get('glyf')?.table.isTransformed) restoreGlyphs(plain)
  if (contents.get('hmtx')?.table.isTransformed) throw new Error('The metrics of the font are transformed')
  return writeFont(flavor, plain)

  function readTable(reader: ReturnType<typeof byteReader>): Table {
    const flags = reader.u8()
    const number = flags & 0x3f
    const tag =
      number === OTHER_TAG
        ? Buffer.from(reader.bytes(4)).toString('latin1')
        : KNOWN_TAGS.slice(number * 5, number * 5 + 4)
    const version = flags >> 6
    const length = reader.base128()
    const isTransformed = tag === 'glyf' || tag === 'loca' ? version === 0 : version !== 0
    return { tag, isTransformed, bytes: isTransformed ? reader.base128() : length }
  }
}

/** Where the directory ends and the compressed tables begin. */
function directoryEnd(tables: readonly Table[], file: Uint8Array): number {
  const reader = byteReader(file.subarray(HEADER_BYTES))
  let length = HEADER_BYTES
  const count = (read: () => number) => {
    const value = read()
    length += 1 + Math.max(0, Math.floor(Math.log2(Math.max(1, value)) / 7))
    return value
  }
  for (const { isTransformed } of tables) {
    const flags = reader.u8()
    length += 1
    if ((flags & 0x3f) === OTHER_TAG) {
      reader.bytes(4)
      length += 4
    }
    count(reader.base128)
    if (isTransformed) count(reader.base128)
  }
  return length
}

function restoreGlyphs(tables: Map<string, Uint8Array>): void {
  const { glyf, loca } = readGlyphs(tables.get('glyf') ?? new Uint8Array())
  tables.set('glyf', glyf)
  tables.set('loca', loca)
  const head = Uint8Array.from(tables.get('head') ?? [])
  // The offsets of glyphs have 32 bits now (indexToLocFormat).
  head[51] = 1
  tables.set('head', head)
}

/** A font file of tables: https://learn.microsoft.com/typography/opentype/spec/otff. Checksums are left 0. */
function writeFont(flavor: number, tables: ReadonlyMap<string, Uint8Array>): Uint8Array {
  const sorted = [...tables].toSorted(([a], [b]) => (a < b ? -1 : 1))
  const directory = Buffer.alloc(12 + 16 * sorted.length)
  directory.writeUInt32BE(flavor, 0)
  directory.writeUInt16BE(sorted.length, 4)
  let offset = directory.length
  const parts: Uint8Array[] = [directory]
  for (const [index, [tag, content]] of sorted.entries()) {
    const entry = 12 + 16 * index
    directory.write(tag, entry, 'latin1')
    directory.writeUInt32BE(offset, entry + 8)
    directory.writeUInt32BE(content.length, entry + 12)
    const padding = (4 - (content.length % 4)) % 4
    parts.push(content, new Uint8Array(padding))
    offset += content.length + padding
  }
  return Buffer.concat(parts)
}
