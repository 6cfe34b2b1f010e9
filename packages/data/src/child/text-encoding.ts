import { isUtf8 } from 'node:buffer'
import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'

/** The encoding of a text file as the Encoding Standard spells it, and what is not certain about it. */
export type TextEncoding = {
  readonly encoding: string
  /** One sentence for the owner; absent where the file says what it is. */
  readonly note?: string
}

const JUDGED_BYTES = 64 * 1024
/** Lines before the first letter that is not ASCII help to recognise the language. */
const BYTES_BEFORE = 4 * 1024

/**
 * Finds the encoding of a text file: by its mark, as UTF-8 where all of it is, else by the letters around the first byte
 * that is not ASCII. Reads the file at most once, and not at all where its head is UTF-8 and `trustsHead` says that the
 * caller notices other bytes behind it.
 */
export async function encodingOf(
  path: string,
  { head, trustsHead }: { readonly head: Buffer; readonly trustsHead: boolean },
): Promise<TextEncoding> {
  if (head[0] === 0xff && head[1] === 0xfe) return { encoding: 'utf-16le' }
  if (head[0] === 0xfe && head[1] === 0xff) return { encoding: 'utf-16be' }
  const zeros = utf16WithoutMark(head)
  if (zeros)
    return { encoding: zeros, note: `The file does not state its encoding; it was read as ${zeros}.` }
  if (trustsHead && isUtf8(head.subarray(0, lastCharacterStart(head)))) return { encoding: 'utf-8' }
  const invalidAt = await firstInvalid(path)
  if (invalidAt === null) return { encoding: 'utf-8' }
  const sample = await readAround(path, invalidAt)
  return brokenUtf8(sample) ?? (await byLetters(sample))
}

/** In UTF-16 every second byte of ASCII characters is zero. */
function utf16WithoutMark(head: Buffer): 'utf-16le' | 'utf-16be' | null {
  const zeros = [0, 0]
  for (let at = 0; at < head.length; at++) if (head[at] === 0) zeros[at % 2] = (zeros[at % 2] ?? 0) + 1
  const [even = 0, odd = 0] = zeros
  const pairs = head.length / 2
  if (odd > pairs * ZERO_SHARE && even < odd / 10 && canDecode('utf-16le', head)) return 'utf-16le'
  if (even > pairs * ZERO_SHARE && odd < even / 10 && canDecode('utf-16be', head)) return 'utf-16be'
  return null
}

/** Separators, digits and line ends have zeros in texts of every script. */
const ZERO_SHARE = 0.1

/** The offset of the piece with the first byte that is not UTF-8; null when all of the file is UTF-8. */
async function firstInvalid(path: string): Promise<number | null> {
  let tail = Buffer.alloc(0)
  let offset = 0
  for await (const chunk of createReadStream(path, { highWaterMark: JUDGED_BYTES })) {
    const piece = Buffer.concat([tail, chunk])
    const end = lastCharacterStart(piece)
    if (!isUtf8(piece.subarray(0, end))) return offset + firstBeyondAscii(piece)
    offset += end
    tail = piece.subarray(end)
  }
  return isUtf8(tail) ? null : offset
}

function firstBeyondAscii(piece: Buffer): number {
  return Math.max(
    0,
    piece.findIndex((byte) => byte >= 0x80),
  )
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

/** Whole lines around an offset. */
async function readAround(path: string, offset: number): Promise<Buffer> {
  await using file = await open(path)
  const start = Math.max(0, offset - BYTES_BEFORE)
  const { buffer, bytesRead } = await file.read(Buffer.alloc(JUDGED_BYTES), 0, JUDGED_BYTES, start)
  const read = buffer.subarray(0, bytesRead)
  const first = start === 0 ? 0 : read.indexOf(0x0a) + 1
  const last = bytesRead < JUDGED_BYTES ? bytesRead : read.lastIndexOf(0x0a) + 1
  return last > first ? read.subarray(first, last) : read
}

/** UTF-8 with a few bytes that are damaged; null where it is another encoding. */
function brokenUtf8(sample: Buffer): TextEncoding | null {
  const text = new TextDecoder().decode(sample)
  const damaged = text.match(/\ufffd/g)?.length ?? 0
  // In another encoding, bytes hardly ever form valid UTF-8 characters of two or more bytes.
  const valid = text.match(/[\u0080-\ufffc]/g)?.length ?? 0
  if (damaged === 0 || valid < damaged * 10) return null
  return {
    encoding: 'utf-8',
    note: 'The file is UTF-8 with a few bytes that are no characters; they were read as �.',
  }
}

/** The names of the detector that the Encoding Standard does not know. */
const LABELS: Readonly<Record<string, string>> = {
  cp949: 'euc-kr',
  cp932: 'shift_jis',
  shift_jis_2004: 'shift_jis',
  'euc-jis-2004': 'euc-jp',
  johab: '',
  'big5-hkscs': 'big5',
  gb2312: 'gbk',
  ascii: '',
  'mac-roman': 'macintosh',
  macroman: 'macintosh',
  maccyrillic: 'x-mac-cyrillic',
  'utf-16-le': 'utf-16le',
  'utf-16-be': 'utf-16be',
}
const FALLBACK = 'windows-1252'
/** The note names a second guess that is at least this share as likely as the first one. */
const CLOSE_SHARE = 0.9

async function byLetters(sample: Buffer): Promise<TextEncoding> {
  // Loaded when it is needed: its model takes a tenth of a second and 50 MB.
  const { detectAll } = await import('jschardet')
  const hasLoneLetters = isLatin(sample)
  const guesses = detectAll(sample, { minimumThreshold: 0 })
    .map(({ encoding, confidence }) => ({ encoding: labelOf(encoding ?? ''), confidence }))
    .filter(({ encoding }) => encoding !== '' && canDecode(encoding, sample))
    .filter(({ encoding }) => !hasLoneLetters || !OTHER_SCRIPTS.test(encoding))
  const [best = { encoding: FALLBACK, confidence: 0 }] = guesses
  // A few letters fit many encodings of the West alike.
  const western = decoded(FALLBACK, sample)
  const isFallback =
    canDecode(FALLBACK, sample) &&
    (western === decoded(best.encoding, sample) || (hasLoneLetters && isHardlyEvidence(western)))
  const first = isFallback ? { ...best, encoding: FALLBACK } : best
  const rival = guesses.find(
    ({ encoding, confidence }) =>
      confidence >= first.confidence * CLOSE_SHARE &&
      decoded(encoding, sample) !== decoded(first.encoding, sample),
  )
  const doubt = rival ? ` It may also be ${rival.encoding}: check letters with accents.` : ''
  return {
    encoding: first.encoding,
    note: `The file does not state its encoding; by its letters it was read as ${first.encoding}.${doubt}`,
  }
}

/** Encodings of one byte a letter for other scripts than the Latin one. */
const OTHER_SCRIPTS =
  /^(?:windows-(?:874|1251|1253|1255|1256)|koi8|iso-8859-(?:5|6|7|8|11)|ibm866|x-mac-cyrillic)/
const LONE_SHARE = 0.6

/** Whether most letters beyond ASCII stand alone between letters of ASCII, as accents do. */
function isLatin(sample: Buffer): boolean {
  const isHigh = (at: number) => (sample[at] ?? 0) >= 0x80
  let all = 0
  let lone = 0
  for (let at = 0; at < sample.length; at++) {
    if (!isHigh(at)) continue
    all++
    const sides = [sample[at - 1] ?? 0, sample[at + 1] ?? 0]
    if (
      !isHigh(at - 1) &&
      !isHigh(at + 1) &&
      sides.some((byte) => /[A-Za-z]/.test(String.fromCharCode(byte)))
    )
      lone++
  }
  return all > 0 && lone >= all * LONE_SHARE
}

/** One or two different letters, which every language of the West has. */
function isHardlyEvidence(text: string): boolean {
  const letters = new Set(text.match(/[\u0080-\u{10ffff}]/gu))
  return letters.size <= 2 && [...letters].every((letter) => /\p{L}/u.test(letter))
}

function labelOf(name: string): string {
  const label = LABELS[name.toLowerCase()] ?? name.toLowerCase()
  try {
    return label === '' ? '' : new TextDecoder(label).encoding
  } catch {
    return ''
  }
}

function canDecode(encoding: string, sample: Buffer): boolean {
  try {
    // The last character may be cut.
    return !CONTROLS.test(new TextDecoder(encoding, { fatal: true }).decode(sample, { stream: true }))
  } catch {
    return false
  }
}

function decoded(encoding: string, bytes: Buffer): string {
  return new TextDecoder(encoding).decode(bytes)
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: text has none of them.
const CONTROLS = /[\u0000-\u0008\u000e-\u001f\u007f-\u009f]/
