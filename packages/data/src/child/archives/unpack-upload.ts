import { createReadStream } from 'node:fs'
import { mkdir, open, stat } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { createGunzip } from 'node:zlib'
import type { FileFormat, ReadingNote } from '@parley/domain'
import { sqlIdentifier } from '../../names/sql-identifier.ts'
import { distinctNames } from '../../result/row-keeper.ts'

import { TaskError } from '../task-error.ts'
import { readZip, type ZipEntry } from './read-zip.ts'
import { type UnpackBudget, unpackBudget, unpackTo } from './unpack-within.ts'

/** A file of an upload, unpacked, in its own folder. */
export type UploadPart = {
  readonly format: PartFormat
  /** Absolute. */
  readonly inputFile: string
  /** The name of its table, where it holds one. */
  readonly tableName: string
  readonly notes: readonly ReadingNote[]
  /** The name of the file in an archive of several. */
  readonly entry?: string
}

type PartFormat = Exclude<FileFormat, 'zip'>

type PackedUpload = { readonly format: FileFormat; readonly inputFile: string; readonly tableName: string }

const GZIP_MARK = '\u001f\u008b'
const MAX_PARTS = 50

/**
 * Returns the files of an upload: itself, what it holds where it is compressed with gzip, or the data files of a ZIP
 * archive. Throws a TaskError for an archive without data files, with a password, or one that unpacks to far more than
 * its size.
 */
export async function unpackUpload({ format, inputFile, tableName }: PackedUpload): Promise<UploadPart[]> {
  const { size } = await stat(inputFile)
  const budget = unpackBudget(size)
  if (format === 'zip') return unpackZip(inputFile, { tableName, budget })
  if ((await markOf(inputFile)) !== GZIP_MARK) return [{ format, inputFile, tableName, notes: [] }]
  const to = join(await folderBeside(inputFile, 'part'), 'file')
  await unpackTo(to, { budget, from: createReadStream(inputFile).compose(createGunzip()) })
  return [{ format, inputFile: to, tableName, notes: [] }]
}

async function markOf(path: string): Promise<string> {
  await using file = await open(path)
  const { buffer, bytesRead } = await file.read(Buffer.alloc(2), 0, 2, 0)
  return buffer.toString('latin1', 0, bytesRead)
}

async function folderBeside(path: string, name: string): Promise<string> {
  const folder = join(dirname(path), name)
  await mkdir(folder)
  return folder
}

const FORMATS: Readonly<Record<string, PartFormat>> = {
  csv: 'csv',
  txt: 'csv',
  tsv: 'tsv',
  tab: 'tsv',
  json: 'json',
  geojson: 'geojson',
  ndjson: 'ndjson',
  jsonl: 'ndjson',
  parquet: 'parquet',
  xlsx: 'xlsx',
}

type DataEntry = { readonly entry: ZipEntry; readonly format: PartFormat }

async function unpackZip(
  path: string,
  { tableName, budget }: { readonly tableName: string; readonly budget: UnpackBudget },
): Promise<UploadPart[]> {
  using archive = await readZip(path).catch((cause: unknown) => {
    throw new TaskError('invalid', 'This is not a ZIP archive, or it is damaged.', { cause })
  })
  const files = archive.entries.filter(({ name }) => !isOfSystem(name))
  const chosen = dataEntries(files)
  const others = files.filter((file) => !chosen.some(({ entry }) => entry === file))
  const names = distinctNames(
    chosen.map(({ entry }) => (chosen.length === 1 ? tableName : sqlIdentifier(stemOf(entry.name)))),
  )
  const parts: UploadPart[] = []
  for (const [index, { entry, format }] of chosen.entries()) {
    const inputFile = join(await folderBeside(path, `part-${index + 1}`), 'file')
    await unpackTo(inputFile, { budget, from: await entry.open() })
    const notes = [...(chosen.length > 1 ? [partNote(entry)] : []), ...(index === 0 ? leftOut(others) : [])]
    const part = { format, inputFile, tableName: names[index] ?? tableName, notes }
    parts.push(chosen.length > 1 ? { ...part, entry: shortName(entry.name) } : part)
  }
  return parts
}

/** The files with tables. A text file is a table only where no other file is one. */
function dataEntries(files: readonly ZipEntry[]): DataEntry[] {
  const known = files.flatMap((entry) => {
    const format = FORMATS[endingOf(entry.name)]
    return format ? [{ entry, format }] : []
  })
  const data = known.filter(({ entry }) => endingOf(entry.name) !== 'txt')
  const chosen = data.length > 0 ? data : known
  if (chosen.length === 0) {
    const found = files.length === 0 ? 'It is empty.' : `It holds ${listOf(files)}.`
    const message = `The archive has no CSV, TSV, JSON, Parquet or XLSX file. ${found}`
    throw new TaskError('invalid', message)
  }
  if (chosen.length > MAX_PARTS)
    throw new TaskError(
      'invalid',
      `The archive has ${chosen.length} data files; at most ${MAX_PARTS} are read.`,
    )
  if (chosen.some(({ entry }) => entry.isEncrypted))
    throw new TaskError('invalid', 'The archive is protected by a password; make one without.')
  return chosen
}

function partNote({ name }: ZipEntry): ReadingNote {
  return { kind: 'part', text: `The file “${shortName(name)}” of the archive.` }
}

function leftOut(others: readonly ZipEntry[]): ReadingNote[] {
  if (others.length === 0) return []
  const were = others.length === 1 ? 'is no table and was' : 'are no tables and were'
  return [{ kind: 'left_out', text: `${listOf(others)} of the archive ${were} left out.` }]
}

const LISTED = 5
const NAME_CHARACTERS = 80

function listOf(files: readonly ZipEntry[]): string {
  const names = files.slice(0, LISTED).map(({ name }) => shortName(name))
  const more = files.length - names.length
  return `${names.join(', ')}${more > 0 ? ` and ${more} more` : ''}`
}

function shortName(name: string): string {
  return name.replace(/\p{Cc}/gu, ' ').slice(-NAME_CHARACTERS)
}

/** What macOS and hidden files add to archives. */
function isOfSystem(name: string): boolean {
  return name.startsWith('__MACOSX/') || basename(name).startsWith('.') || basename(name) === 'Thumbs.db'
}

function endingOf(name: string): string {
  return /\.([A-Za-z0-9]{1,8})$/.exec(name)?.[1]?.toLowerCase() ?? ''
}

function stemOf(name: string): string {
  return basename(name).replace(/\.[A-Za-z0-9]{1,8}$/, '')
}
