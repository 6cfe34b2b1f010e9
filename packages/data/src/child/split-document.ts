import { createReadStream, createWriteStream } from 'node:fs'
import { open, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { createInterface } from 'node:readline'
import { pipeline } from 'node:stream/promises'
import { isFeature, MAX_LEVELS, namedRecords, parseExactly, recordOfFeature } from './json-envelope.ts'
import { type FoundArray, type RecordBytes, scanDocument } from './scan-document.ts'
import { TaskError } from './task-error.ts'

/** A file with one record a line, of one array of a document. */
export type RecordsFile = {
  /** Null where the table has the name of the upload. */
  readonly name: string | null
  readonly path: string
  readonly records: number
  readonly file: string
}

/** Open files while a document is read; further arrays are left out. */
const MAX_FILES = 50

/**
 * Writes the records of a large document to files beside it, in one pass and with bounded memory: the same tables as
 * `recordsIn` finds in a document that fits into memory. Returns null where other values follow the document. Throws a
 * TaskError for a document without an array of records, or cut off before its end.
 */
export async function splitDocument(path: string, recordsPath?: string): Promise<RecordsFile[] | null> {
  const levels = Math.max(MAX_LEVELS, recordsPath?.split('.').length ?? 0)
  const scan = scanDocument(levels)
  const files = new Map<FoundArray, string>()
  const open = openFiles(dirname(path))
  try {
    for await (const piece of createReadStream(path, { highWaterMark: PIECE_BYTES })) {
      for (const found of together(scan.read(piece))) await open.write(found, files)
      if (scan.state().hasMore) return null
    }
  } finally {
    await open.close()
  }
  if (!scan.state().isWhole) throw new TaskError('invalid', 'The JSON is cut off before its end.')
  const found = [...files].flatMap(([array, file]) => (array.isRecords ? [{ ...array, file }] : []))
  const type = scan.state().type
  const features = found.find(
    ({ path: keys }) => type === 'FeatureCollection' && keys.join('.') === 'features',
  )
  if (features && recordsPath === undefined && (await writeFeatures(features.file)))
    return [{ name: null, path: '', records: features.records, file: features.file }]
  return chosen(found, recordsPath)
}

type Found = Pick<FoundArray, 'path' | 'records'> & { readonly file: string }

function chosen(found: readonly Found[], recordsPath: string | undefined): RecordsFile[] {
  const all = found.map(({ path, ...rest }) => ({ ...rest, path: path.join('.') }))
  if (recordsPath === undefined) {
    if (all.length > 0) return namedRecords(all)
    throw new TaskError(
      'invalid',
      'The document holds no array of records, and is too large for one record. Upload its records as an array, or one in each line.',
    )
  }
  const wanted = all.find(({ path }) => path === recordsPath)
  if (!wanted) throw new TaskError('invalid', `The JSON has no records at "${recordsPath}".`)
  return [{ name: null, ...wanted }]
}

const PIECE_BYTES = 1024 * 1024

type Files = {
  readonly write: (found: RecordBytes, files: Map<FoundArray, string>) => Promise<void>
  readonly close: () => Promise<void>
}

/** Joins adjacent records of one array, because each write takes as long as copying thousands of bytes. */
function together(found: readonly RecordBytes[]): RecordBytes[] {
  const runs: { readonly array: FoundArray; readonly parts: Uint8Array[] }[] = []
  for (const { array, bytes } of found) {
    const last = runs.at(-1)
    if (last?.array === array) last.parts.push(bytes)
    else runs.push({ array, parts: [bytes] })
  }
  return runs.map(({ array, parts }) => ({ array, bytes: Buffer.concat(parts) }))
}

/** One file is open at a time, because arrays follow one another. */
function openFiles(folder: string): Files {
  let current: { array: FoundArray; handle: Awaited<ReturnType<typeof open>> } | null = null
  let count = 0
  const close = async () => {
    await current?.handle.close()
    current = null
  }
  return {
    close,
    write: async ({ array, bytes }, files) => {
      if (current?.array !== array) {
        await close()
        await dropOthers(array, files)
        if (files.size >= MAX_FILES) return
        count++
        const file = join(folder, `records-${count}.ndjson`)
        files.set(array, file)
        current = { array, handle: await open(file, 'w', 0o600) }
      }
      await current.handle.writeFile(bytes)
    },
  }
}

/**
 * Deletes the files of arrays that were found to hold other values too, and the earlier file of a key that comes twice.
 */
async function dropOthers(next: FoundArray, files: Map<FoundArray, string>): Promise<void> {
  const key = JSON.stringify(next.path)
  for (const [array, file] of files) {
    if (array.isRecords && JSON.stringify(array.path) !== key) continue
    files.delete(array)
    await rm(file)
  }
}

/** Writes the properties of the features as records; false where a record is no feature. */
async function writeFeatures(file: string): Promise<boolean> {
  const copy = `${file}.features`
  let areFeatures = true
  await pipeline(
    createInterface({ input: createReadStream(file) }),
    async function* records(lines: AsyncIterable<string>) {
      for await (const line of lines) {
        const feature = parseExactly(line)
        if (!isFeature(feature)) {
          areFeatures = false
          return
        }
        yield `${JSON.stringify(recordOfFeature(feature))}\n`
      }
    },
    createWriteStream(copy, { mode: 0o600 }),
  )
  if (areFeatures) await pipeline(createReadStream(copy), createWriteStream(file))
  await rm(copy)
  return areFeatures
}
