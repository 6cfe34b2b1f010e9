import type { FileFormat } from '@parley/domain'
import { TaskError } from './task-error.ts'

/**
 * Returns an error of DuckDB about a file as one sentence with the line or offset and without settings. The child stays
 * usable after an error that is known to be about the text of the file.
 */
export function explainFileError(error: unknown, format: Exclude<FileFormat, 'zip'>): TaskError {
  const text = error instanceof Error ? error.message : String(error)
  if (/^Out of Memory Error/.test(text) || /bad[ _]alloc/.test(text)) {
    return new TaskError(
      'memory',
      'Reading the file needs more memory than it may use: too many columns, or rows that are too long.',
    )
  }
  if (/No space left on device|Disk quota exceeded|ENOSPC|EDQUOT/.test(text))
    return new TaskError('disk_full', 'The disk of the service is full.', { cause: error })
  const known = delimitedError(text) ?? jsonError(text)
  return new TaskError('invalid', known ?? DAMAGED[format], { isReusable: known !== null, cause: error })
}

const NO_TABLE = 'The file is not text with one record a line and the same separator throughout.'
const NO_JSON = 'The file is not JSON that holds records.'
/** For errors without a reason. */
const DAMAGED: Record<Exclude<FileFormat, 'zip'>, string> = {
  csv: NO_TABLE,
  tsv: NO_TABLE,
  json: NO_JSON,
  ndjson: NO_JSON,
  geojson: NO_JSON,
  parquet: 'The Parquet file is damaged and cannot be read.',
  xlsx: 'The XLSX workbook is damaged and cannot be read.',
}

function delimitedError(text: string): string | null {
  const line = /CSV Error on Line: (\d+)/.exec(text)?.[1]
  const counts = /Expected Number of Columns: (\d+) Found: (\d+)/.exec(text)
  if (line && counts) return `Line ${line} has ${counts[2]} fields where the first line has ${counts[1]}.`
  if (line && /unterminated quote/i.test(text))
    return `Line ${line} opens a quoted value that is never closed.`
  if (line && /Maximum line size/i.test(text)) return `Line ${line} is too long.`
  if (line) return `Line ${line} cannot be read: check its separators and quotes.`
  // The engine's advice lists all its settings.
  if (/sniffing file/.test(text)) return NO_TABLE
  if (/Maximum line size/i.test(text)) return 'A line of the file is too long.'
  return null
}

function jsonError(text: string): string | null {
  const malformed =
    /Malformed JSON in file .*?, at byte (\d+) in (?:record\/value|line) (\d+): ([^.\n]*)/.exec(text)
  // The engine counts a record before it reads it.
  if (malformed)
    return `The JSON is broken in record ${Math.max(1, Number(malformed[2]) - 1)}, at byte ${malformed[1]} of it: ${malformed[3]}.`
  const transform = /JSON transform error in file .*?, in (?:record\/value|line) (\d+): ([^\n]*)/.exec(text)
  if (transform) return `Record ${transform[1]} cannot be read: ${transform[2]?.slice(0, 200)}.`
  if (/maximum_object_size/.test(text)) return 'A record of the file is larger than 16 MB.'
  if (/duplicate name/i.test(text))
    return 'Two keys of a nested object differ only in upper and lower case; rename one.'
  return null
}
