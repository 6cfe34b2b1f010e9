import { createReadStream, createWriteStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import type { ReadingNote } from '@parley/domain'
import { TaskError } from './task-error.ts'
import { encodingOf } from './text-encoding.ts'

const HEAD_BYTES = 64 * 1024

/** A text file as UTF-8 without a byte order mark. */
export type Utf8Text = {
  readonly path: string
  /** The first characters. */
  readonly head: string
  /** Whether they are the whole file. */
  readonly isWhole: boolean
  /** The encoding of the uploaded file, as the Encoding Standard spells it. */
  readonly encoding: string
  /** What was assumed about the encoding. */
  readonly notes: readonly ReadingNote[]
}

/** `encoding` is the one that the owner chose. `trustsHead`: the caller notices bytes behind the head that are not UTF-8. */
type TextOptions = { readonly encoding?: string | undefined; readonly trustsHead?: boolean }

/**
 * Returns the file itself where it is UTF-8, else a copy beside it.
 * Throws a TaskError for an empty file, a file that is not text, and an unknown encoding.
 */
export async function asUtf8Text(
  path: string,
  { encoding: chosen, trustsHead = false }: TextOptions = {},
): Promise<Utf8Text> {
  const head = await readHead(path)
  if (head.byteLength === 0) throw new TaskError('invalid', 'The file is empty.')
  const kind = OTHER_KINDS.find(({ mark }) => mark.test(head.toString('latin1')))
  if (kind) throw new TaskError('invalid', kind.message)
  const { encoding, note } =
    chosen === undefined ? await encodingOf(path, { head, trustsHead }) : { encoding: known(chosen) }
  const isWhole = head.byteLength < HEAD_BYTES
  const text = new TextDecoder(encoding).decode(head, { stream: !isWhole })
  if (text.includes('\0')) throw new TaskError('invalid', 'The file is not text.')
  if (isWhole && text.trim() === '') throw new TaskError('invalid', 'The file is empty.')
  const read = { head: text, isWhole, encoding, notes: encodingNotes(note, text) }
  const isPlain = encoding === 'utf-8' && note === undefined && !hasMark(head)
  return isPlain ? { path, ...read } : { path: await decodedCopy(path, encoding), ...read }
}

/** What a wrong decoding leaves. */
const CONTROLS = /[\u0080-\u009f]/

function encodingNotes(note: string | undefined, text: string): ReadingNote[] {
  const code = CONTROLS.exec(text)?.[0].codePointAt(0)?.toString(16).toUpperCase()
  const damaged = `The file holds control characters such as U+00${code}, left over from a wrong conversion. They stay as they are.`
  return [note, code && damaged].flatMap((sentence) =>
    sentence ? [{ kind: 'encoding', text: sentence }] : [],
  )
}

function known(label: string): string {
  try {
    return new TextDecoder(label).encoding
  } catch {
    throw new TaskError(
      'invalid',
      `There is no encoding "${label}"; choose one such as utf-8 or windows-1252.`,
    )
  }
}

function hasMark(head: Buffer): boolean {
  return head[0] === 0xef && head[1] === 0xbb && head[2] === 0xbf
}

async function decodedCopy(path: string, encoding: string): Promise<string> {
  // Several files of an archive may lie in one folder.
  const copy = `${path}-utf8.txt`
  const decoder = new TextDecoder(encoding)
  await pipeline(
    createReadStream(path),
    async function* decode(chunks: AsyncIterable<Buffer>) {
      for await (const chunk of chunks) yield decoder.decode(chunk, { stream: true })
      yield decoder.decode()
    },
    createWriteStream(copy),
  )
  return copy
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

async function readHead(path: string): Promise<Buffer> {
  await using file = await open(path)
  const { buffer, bytesRead } = await file.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0)
  return buffer.subarray(0, bytesRead)
}
