import { TaskError } from '../task-error.ts'
import { isNamedFooter } from './named-footer.ts'

/** How a delimited file separates and quotes its values. */
export type Dialect = {
  /** '' for one column, ' ' and '  ' for one or more and for two or more blanks. */
  readonly separator: string
  readonly quote: '"' | "'"
  /** A quote inside a quoted value stands behind a backslash, not doubled. */
  readonly isBackslashed: boolean
  /** Every separator is followed by a blank that is no part of the value. */
  readonly isPadded: boolean
}

/** One record of a file. `line` is where it begins, from 1; `hasStray`: a quote inside it was taken as it is. */
export type TextRecord = {
  readonly cells: string[]
  readonly line: number
  readonly hasStray: boolean
  /** How many of the values are quoted. */
  readonly quoted: number
}

type Place = { at: number; line: number }
type Found = Omit<TextRecord, 'line'> & { readonly next: number; readonly lines: number }

/** A record with more characters is refused, so that a quote that is never closed does not fill the memory. */
const MAX_RECORD_CHARACTERS = 1024 * 1024

/**
 * Splits text that comes in pieces into records, in batches. `width` is the expected number of values: a record with
 * another number because of a quote is read again with that quote as a plain character. Lines may end in any way.
 * Throws a TaskError with the line of a quoted value that is never closed. Linear in the text.
 */
export async function* recordsIn(
  pieces: AsyncIterable<string>,
  { dialect, width }: { readonly dialect: Dialect; readonly width?: number },
): AsyncGenerator<TextRecord[]> {
  const place: Place = { at: 0, line: 1 }
  let held = ''
  for await (const piece of pieces) {
    const text = held + piece
    place.at = 0
    yield splitPiece(text, { dialect, place, isLast: false, ...(width !== undefined && { width }) })
    held = text.slice(place.at)
    if (held.length > MAX_RECORD_CHARACTERS) throw tooLong(held, { dialect, line: place.line })
  }
  place.at = 0
  yield splitPiece(held, { dialect, place, isLast: true, ...(width !== undefined && { width }) })
}

/** The records of the first characters of a file. An incomplete last record is left out unless the text is whole. */
export function recordsOfHead(
  text: string,
  { dialect, isWhole }: { dialect: Dialect; isWhole: boolean },
): TextRecord[] {
  const place: Place = { at: 0, line: 1 }
  const isEnd = isWhole || !/[\r\n]/.test(text)
  const records = splitPiece(text, { dialect, place, isLast: false })
  if (!isEnd) return records
  const rest = text.slice(place.at)
  try {
    return [...records, ...splitPiece(rest, { dialect, place: { at: 0, line: place.line }, isLast: true })]
  } catch {
    // The last value is quoted and never closed.
    return [...records, { cells: [rest], line: place.line, hasStray: true, quoted: 0 }]
  }
}

function tooLong(held: string, { dialect, line }: { dialect: Dialect; line: number }): TaskError {
  const [first = ''] = held.slice(0, MAX_RECORD_CHARACTERS).split(/\r\n|\r|\n/, 1)
  const isOpen = first.includes(dialect.quote) && first.length < MAX_RECORD_CHARACTERS
  return isOpen ? neverClosed(line) : new TaskError('invalid', `Line ${line} is too long.`)
}

function neverClosed(line: number): TaskError {
  return new TaskError('invalid', `Line ${line} opens a quoted value that is never closed.`)
}

type Splitting = {
  readonly dialect: Dialect
  readonly place: Place
  readonly isLast: boolean
  readonly width?: number
}

/** Moves `place` behind the last complete record. */
function splitPiece(text: string, { dialect, place, isLast, width }: Splitting): TextRecord[] {
  const records: TextRecord[] = []
  const ends = lineEndsOf(text, isLast)
  while (place.at < text.length) {
    const found = readRecord(text, { dialect, at: place.at, ends, isLast, line: place.line, width })
    if (!found) break
    const { cells, hasStray, quoted } = found
    records.push({ cells, line: place.line, hasStray, quoted })
    place.at = found.next
    place.line += found.lines
  }
  return records
}

type LineEnd = { readonly end: number; readonly next: number }
/** Finds the end of the line at an offset; null when the piece ends before it. */
type LineEnds = (at: number) => LineEnd | null

function lineEndsOf(text: string, isLast: boolean): LineEnds {
  let feed = text.indexOf('\n')
  let carriage = text.indexOf('\r')
  return (at) => {
    if (feed !== -1 && feed < at) feed = text.indexOf('\n', at)
    if (carriage !== -1 && carriage < at) carriage = text.indexOf('\r', at)
    if (carriage !== -1 && (feed === -1 || carriage < feed)) {
      if (carriage === text.length - 1 && !isLast) return null
      return { end: carriage, next: text[carriage + 1] === '\n' ? carriage + 2 : carriage + 1 }
    }
    if (feed !== -1) return { end: feed, next: feed + 1 }
    return isLast ? { end: text.length, next: text.length } : null
  }
}

type Reading = {
  readonly dialect: Dialect
  readonly at: number
  readonly ends: LineEnds
  readonly isLast: boolean
  readonly line: number
  readonly width: number | undefined
}

function readRecord(text: string, reading: Reading): Found | null {
  const { dialect, at, ends, width } = reading
  const lineEnd = ends(at)
  if (!lineEnd) return null
  const line = text.slice(at, lineEnd.end)
  const plain = { cells: splitPlain(line, dialect), next: lineEnd.next, lines: 1, hasStray: false, quoted: 0 }
  if (!line.includes(dialect.quote)) return plain
  const quoted = readQuoted(text, reading)
  if (
    quoted === null ||
    (quoted !== 'open' && (width === undefined || quoted.cells.length === width || isQuotedNote(quoted)))
  )
    return quoted
  if (
    width !== undefined &&
    plain.cells.length === width &&
    (quoted !== 'open' || lineEnd.next < text.length)
  )
    return { ...plain, hasStray: true }
  if (quoted === 'open') throw neverClosed(reading.line)
  return quoted
}

/** A source or a note below the table, in quotes because of the separators in it. */
function isQuotedNote({ cells: [first = '', ...others], hasStray, quoted }: Found): boolean {
  return others.length === 0 && quoted === 1 && !hasStray && isNamedFooter(first)
}

/** Splits a line in which quotes have no meaning. */
function splitPlain(line: string, { separator, isPadded }: Dialect): string[] {
  if (separator === '') return [line]
  if (separator === ' ') return line.trim().split(/ +/)
  if (separator === '  ') return line.trim().split(/ {2,}/)
  const cells = line.split(separator)
  return isPadded ? cells.map((cell) => cell.trim()) : cells
}

/** Reads a record with quoted values, which may hold separators and line ends; 'open' when one is never closed. */
function readQuoted(text: string, { dialect, at, ends, isLast }: Reading): Found | 'open' | null {
  const cells: string[] = []
  let hasStray = false
  let quoted = 0
  let from = at
  let lineEnd = ends(at)
  let lines = 1
  while (lineEnd) {
    const start = skipBlanks(text, from)
    if (text[start] === dialect.quote && start < lineEnd.end) {
      const closed = closeOf(text, { start, dialect, isLast })
      if (closed === null) return isLast ? 'open' : null
      cells.push(closed.value)
      quoted++
      hasStray ||= closed.hasStray
      from = closed.end
      for (; from > lineEnd.end; lines++) {
        const following = ends(lineEnd.next)
        if (!following) return null
        lineEnd = following
      }
    } else {
      const end = endOfPlain(text, { from, dialect, limit: lineEnd.end })
      const value = text.slice(from, end)
      cells.push(dialect.isPadded || isBlank(dialect.separator) ? value.trim() : value)
      // Quotes that begin inside a value may hold the separator that ended it.
      hasStray ||= value.split(dialect.quote).length % 2 === 0
      from = end
    }
    if (from >= lineEnd.end) return { cells, next: lineEnd.next, lines, hasStray, quoted }
    from = isBlank(dialect.separator) ? skipBlanks(text, from) : from + Math.max(1, dialect.separator.length)
    if (from > lineEnd.end || (isBlank(dialect.separator) && from === lineEnd.end))
      return { cells, next: lineEnd.next, lines, hasStray, quoted }
    // A separator at the end of the line: one more value, which is empty.
    if (from === lineEnd.end) return { cells: [...cells, ''], next: lineEnd.next, lines, hasStray, quoted }
  }
  return null
}

function isBlank(separator: string): boolean {
  return separator === ' ' || separator === '  '
}

function skipBlanks(text: string, from: number): number {
  let at = from
  while (text[at] === ' ') at++
  return at
}

function endOfPlain(
  text: string,
  { from, dialect: { separator }, limit }: { from: number; dialect: Dialect; limit: number },
): number {
  const end = separator === '' ? -1 : text.indexOf(separator, from)
  return end === -1 || end > limit ? limit : end
}

type Closed = { readonly value: string; readonly end: number; readonly hasStray: boolean }

/** The value of a quoted cell and the offset behind it. A quote that nothing can follow is a part of the value. */
function closeOf(
  text: string,
  { start, dialect, isLast }: { start: number; dialect: Dialect; isLast: boolean },
): Closed | null {
  const { quote, isBackslashed } = dialect
  let hasStray = false
  let hasEscape = false
  for (let at = text.indexOf(quote, start + 1); at !== -1; at = text.indexOf(quote, at + 1)) {
    if (at - start > MAX_RECORD_CHARACTERS) return null
    if (isBackslashed && isEscaped(text, { at, start })) {
      hasEscape = true
      continue
    }
    if (text[at + 1] === quote && !isBackslashed) {
      hasEscape = true
      at++
      continue
    }
    const end = endBehind(text, { at: at + 1, dialect, isLast })
    if (end === 'unknown') return null
    if (end === null) {
      hasStray = true
      continue
    }
    const raw = text.slice(start + 1, at)
    return { value: hasEscape ? unescaped(raw, dialect) : raw.replace(/\r\n?/g, '\n'), end, hasStray }
  }
  return null
}

function isEscaped(text: string, { at, start }: { at: number; start: number }): boolean {
  let back = at - 1
  while (back > start && text[back] === '\\') back--
  return (at - 1 - back) % 2 === 1
}

function unescaped(raw: string, { quote, isBackslashed }: Dialect): string {
  const value = isBackslashed ? raw.replace(/\\(["'\\])/g, '$1') : raw.replaceAll(quote + quote, quote)
  return value.replace(/\r\n?/g, '\n')
}

/** The offset of the separator or line end behind a quote; null when something else follows it. */
function endBehind(
  text: string,
  { at, dialect, isLast }: { at: number; dialect: Dialect; isLast: boolean },
): number | 'unknown' | null {
  const next = isBlank(dialect.separator) ? at : skipBlanks(text, at)
  if (next + dialect.separator.length > text.length && !isLast) return 'unknown'
  if (next >= text.length) return isLast ? next : 'unknown'
  if (text[next] === '\n' || text[next] === '\r') return next
  if (dialect.separator !== '' && text.startsWith(dialect.separator, next)) return next
  return null
}
