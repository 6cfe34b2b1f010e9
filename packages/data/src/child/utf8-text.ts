import { isUtf8 } from 'node:buffer'
import { createReadStream, createWriteStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { TaskError } from './task-error.ts'

const HEAD_BYTES = 64 * 1024

/**
 * Returns the path of the file as UTF-8 without a byte order mark: the file itself, or a copy beside it of a file in
 * UTF-16 or Windows-1252. Throws a TaskError for an empty file and for a file that is not text.
 */
export async function asUtf8Text(path: string): Promise<{ path: string; head: string }> {
  const head = await readHead(path)
  if (head.byteLength === 0) throw new TaskError('invalid', 'The file is empty.')
  const kind = OTHER_KINDS.find(({ mark }) => mark.test(head.toString('latin1')))
  if (kind) throw new TaskError('invalid', kind.message)
  const encoding = await encodingOf(path, head)
  const text = new TextDecoder(encoding ?? 'utf-8').decode(head)
  if (text.includes('\0')) throw new TaskError('invalid', 'The file is not text.')
  if (head.byteLength < HEAD_BYTES && text.trim() === '') throw new TaskError('invalid', 'The file is empty.')
  if (encoding === null) return { path, head: text }

  const copy = join(dirname(path), 'utf8.txt')
  const decoder = new TextDecoder(encoding)
  await pipeline(
    createReadStream(path),
    async function* decode(chunks: AsyncIterable<Buffer>) {
      for await (const chunk of chunks) yield decoder.decode(chunk, { stream: true })
      yield decoder.decode()
    },
    createWriteStream(copy),
  )
  return { path: copy, head: text }
}

/** File types that users upload by mistake, recognised by their first bytes. */
const OTHER_KINDS = [
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the mark of the format.
  { mark: /^\x1f\x8b/, message: 'The file is compressed with gzip; unpack it before it is uploaded.' },
  {
    // biome-ignore lint/suspicious/noControlCharactersInRegex: the mark of the format.
    mark: /^PK\x03\x04/,
    message: 'The file is a ZIP archive or a workbook; unpack it, or upload it as an XLSX workbook.',
  },
  // biome-ignore lint/suspicious/noControlCharactersInRegex: what follows the mark is no text.
  { mark: /^PAR1[\x00-\x1f]/, message: 'The file is Parquet; upload it as Parquet.' },
  { mark: /^SQLite format 3\0/, message: 'The file is a SQLite database; upload it as one.' },
  {
    mark: /^(\xef\xbb\xbf)?\s*<(!doctype html|html[\s>])/i,
    message: 'The file is a web page, perhaps one that asks to sign in.',
  },
]

/** Returns the path of a copy in which every line ends in one line feed, also inside quoted values. */
export async function withPlainLineEnds(path: string): Promise<string> {
  const copy = join(dirname(path), 'lines.txt')
  await pipeline(
    createReadStream(path, 'utf8'),
    async function* plain(pieces: AsyncIterable<string>) {
      let held = ''
      for await (const piece of pieces) {
        const text = held + piece
        // The line feed that belongs to it may begin the next piece.
        held = text.endsWith('\r') ? '\r' : ''
        yield text.slice(0, text.length - held.length).replace(/\r\n?/g, '\n')
      }
      yield held
    },
    createWriteStream(copy),
  )
  return copy
}

async function readHead(path: string): Promise<Buffer> {
  await using file = await open(path)
  const { buffer, bytesRead } = await file.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0)
  return buffer.subarray(0, bytesRead)
}

/** Returns null for a file that can be read as it is. */
async function encodingOf(path: string, head: Buffer): Promise<string | null> {
  if (head[0] === 0xff && head[1] === 0xfe) return 'utf-16le'
  if (head[0] === 0xfe && head[1] === 0xff) return 'utf-16be'
  if (head[0] === 0xef && head[1] === 0xbb && head[2] === 0xbf) return 'utf-8'
  return (await isUtf8File(path)) ? null : 'windows-1252'
}

async function isUtf8File(path: string): Promise<boolean> {
  let tail = Buffer.alloc(0)
  for await (const chunk of createReadStream(path)) {
    const piece = Buffer.concat([tail, chunk])
    const end = lastCharacterStart(piece)
    if (!isUtf8(piece.subarray(0, end))) return false
    tail = piece.subarray(end)
  }
  return isUtf8(tail)
}

/** The offset of the last character when the next piece may continue it, else the end of the piece. */
function lastCharacterStart(piece: Buffer): number {
  for (let back = 1; back <= Math.min(3, piece.length); back++) {
    const byte = piece[piece.length - back] ?? 0
    if (byte < 0x80) return piece.length
    if (byte >= 0xc0) return piece.length - back
  }
  return piece.length
}
