import { createReadStream, createWriteStream } from 'node:fs'
import { readFile, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { DuckDBConnection } from '@duckdb/node-api'
import type { ReadingNote } from '@parley/domain'
import { createDepthScan } from '../sandbox/frames.ts'
import type { ConvertInput } from '../sandbox/tasks.ts'
import { hasLongNumbers } from './exact-numbers.ts'
import { parseExactly, recordsIn } from './json-envelope.ts'
import { quoteText } from './open-duckdb.ts'
import { type RecordsFile, splitDocument } from './split-document.ts'
import type { TableReader } from './table-reader.ts'
import { TaskError } from './task-error.ts'
import { offsetNote } from './text-dates.ts'
import { asUtf8Text, type Utf8Text } from './utf8-text.ts'

/** DuckDB's JSON reader crashes on very deep nesting, so the depth is checked before it reads the file. */
const MAX_DEPTH = 64
/** A larger document is not read into memory; its records are found byte by byte. */
const MAX_ENVELOPE_BYTES = 64 * 1024 * 1024

type JsonReader = Omit<TableReader, 'name'>

/**
 * A JSON, GeoJSON or NDJSON file to read. Records are a top-level array, lines, or the arrays inside an envelope, one
 * table each.
 */
export async function readersOfJson(
  connection: DuckDBConnection,
  input: ConvertInput,
): Promise<TableReader[]> {
  // All tables of a file have its encoding.
  const chosen = input.settings?.find(({ settings }) => settings.encoding !== undefined)
  const text = await asUtf8Text(input.inputFile, { encoding: chosen?.settings.encoding })
  await refuseDeepNesting(text.path)
  const readers = await readersOfText(connection, { ...input, ...text })
  return readers.map((reader) => ({
    ...reader,
    settings: { encoding: text.encoding },
    notes: [...text.notes, ...(reader.notes ?? []), ...offsetNotes(text.head)],
  }))
}

const OFFSET = /"(\d{4}-\d{2}-\d{2}[ T]\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?[+-](?!00)\d{2}:?\d{2})"/

function offsetNotes(head: string): ReadingNote[] {
  const text = offsetNote(OFFSET.exec(head)?.[1])
  return text === '' ? [] : [{ kind: 'dates', text }]
}

type JsonText = Pick<ConvertInput, 'format' | 'recordsPath' | 'isOneTable' | 'tableName'> &
  Pick<Utf8Text, 'path' | 'head'>

async function readersOfText(connection: DuckDBConnection, input: JsonText): Promise<TableReader[]> {
  const { format, path, head, tableName, recordsPath } = input
  const single = async (records: Records) => [{ name: tableName, ...(await readJson(connection, records)) }]
  if (format === 'ndjson') return single({ path, format: 'newline_delimited' })
  const first = head.trimStart()[0]
  if (first === '[' && recordsPath === undefined) return single({ path, format: 'array' })
  if (first !== '[' && first !== '{')
    throw new TaskError('invalid', 'The file is not JSON: it begins with neither [ nor {.')
  return readersOfDocument(connection, input)
}

async function refuseDeepNesting(path: string): Promise<void> {
  const isTooDeep = createDepthScan(MAX_DEPTH)
  for await (const piece of createReadStream(path)) {
    if (isTooDeep(piece))
      throw new TaskError('invalid', `The JSON is nested deeper than ${MAX_DEPTH} levels.`)
  }
}

type Records = { readonly path: string; readonly format: 'array' | 'newline_delimited' }

async function readJson(connection: DuckDBConnection, { path, format }: Records): Promise<JsonReader> {
  const read = (options: string) =>
    `read_json(${quoteText(path)}, format = '${format}', compression = 'uncompressed', ${options})`
  const isWide =
    (await isTakenForMap(connection, read(`sample_size = ${PROBED_RECORDS}`))) &&
    !(await hasOneColumn(connection, read(`sample_size = ${PROBED_RECORDS}, ${NO_MAPS}`)))
  // Samples every record, because the engine leaves out keys that no record of its sample has, without an error.
  const from = read(isWide ? `sample_size = -1, ${NO_MAPS}` : 'sample_size = -1')
  if (!(await hasLongNumbers(path))) return { from }
  const columns = await describe(connection, from)
  // The engine takes the types of all columns, or of none.
  const asText = (texts: readonly string[]) => {
    const types = columns.map(
      ({ name, type }) => `${quoteText(name)}: ${quoteText(texts.includes(name) ? 'VARCHAR' : type)}`,
    )
    return read(`columns = {${types}}`)
  }
  return { from, asText }
}

const PROBED_RECORDS = 1000
/** By default the engine reads records with hundreds of keys and similar values as one column of the type MAP. */
const NO_MAPS = 'map_inference_threshold = -1'

async function isTakenForMap(connection: DuckDBConnection, from: string): Promise<boolean> {
  const columns = await describe(connection, from)
  const [only] = columns
  return columns.length === 1 && only?.name === 'json' && only.type.startsWith('MAP(')
}

/** Whether there is one column even without MAP: then the records have a single key named json. */
async function hasOneColumn(connection: DuckDBConnection, from: string): Promise<boolean> {
  return (await describe(connection, from)).length === 1
}

async function describe(
  connection: DuckDBConnection,
  from: string,
): Promise<{ name: string; type: string }[]> {
  const described = await connection.runAndReadAll(`DESCRIBE SELECT * FROM ${from}`)
  return described
    .getRowObjectsJson()
    .map(({ column_name, column_type }) => ({ name: String(column_name), type: String(column_type) }))
}

/** The tables of a document that is read into memory; a file with several values is NDJSON with the ending of JSON. */
async function readersOfDocument(
  connection: DuckDBConnection,
  { path, recordsPath, isOneTable = false, tableName }: Document,
): Promise<TableReader[]> {
  const lines = async () => [
    { name: tableName, ...(await readJson(connection, { path, format: 'newline_delimited' })) },
  ]
  if ((await stat(path)).size > MAX_ENVELOPE_BYTES) {
    const split = await splitDocument(path, recordsPath)
    return split ? readersOfFiles(connection, { files: split, isOneTable, tableName }) : lines()
  }
  const document = parseExactly(await readFile(path, 'utf8'))
  if (document === undefined) return lines()
  const files: RecordsFile[] = []
  for (const [index, { name, path: keys, records }] of recordsIn(document, recordsPath).entries()) {
    const file = join(dirname(path), `records-${index + 1}.ndjson`)
    await pipeline(
      records.values().map((record) => `${JSON.stringify(record)}\n`),
      createWriteStream(file),
    )
    files.push({ name, path: keys, records: records.length, file })
  }
  return readersOfFiles(connection, { files, isOneTable, tableName })
}

type FilesToRead = {
  readonly files: readonly RecordsFile[]
  readonly isOneTable: boolean
  readonly tableName: string
}

async function readersOfFiles(
  connection: DuckDBConnection,
  { files, isOneTable, tableName }: FilesToRead,
): Promise<TableReader[]> {
  const readers: TableReader[] = []
  for (const { name, path: keys, file } of isOneTable ? longestOf(files) : files) {
    readers.push({
      name: isOneTable ? tableName : (name ?? tableName),
      notes: notesOf(keys, files),
      ...(await readJson(connection, { path: file, format: 'newline_delimited' })),
    })
  }
  return readers
}

type Document = Pick<ConvertInput, 'recordsPath' | 'isOneTable' | 'tableName'> & { readonly path: string }

function longestOf(found: readonly RecordsFile[]): RecordsFile[] {
  return found.toSorted((a, b) => b.records - a.records).slice(0, 1)
}

function notesOf(keys: string, found: readonly RecordsFile[]): ReadingNote[] {
  return found.length > 1 ? [{ kind: 'part', text: `The records at “${keys}” of the document.` }] : []
}
