import { createReadStream } from 'node:fs'
import { readFile, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { DuckDBConnection } from '@duckdb/node-api'
import type { JsonObject, JsonValue } from '@parley/domain'
import { isJsonObject } from '../json.ts'
import { createDepthScan } from '../sandbox/frames.ts'
import type { ConvertInput } from '../sandbox/tasks.ts'
import { hasLongNumbers } from './exact-numbers.ts'
import { quoteText } from './open-duckdb.ts'
import type { TableReader } from './table-reader.ts'
import { TaskError } from './task-error.ts'
import { asUtf8Text } from './utf8-text.ts'

/** DuckDB's JSON reader crashes on very deep nesting, so the depth is checked before it reads the file. */
const MAX_DEPTH = 64
/** An envelope is read into memory to find its records. */
const MAX_ENVELOPE_BYTES = 64 * 1024 * 1024
const FULL_SAMPLE_BYTES = 256 * 1024 * 1024
const SAMPLED_RECORDS = 200_000

type JsonReader = Omit<TableReader, 'name'>

/** A JSON or NDJSON file to read. Records are a top-level array, lines, or an array inside an envelope. */
export async function readerOfJson(
  connection: DuckDBConnection,
  { format, inputFile, recordsPath }: ConvertInput,
): Promise<JsonReader> {
  const { path, head } = await asUtf8Text(inputFile)
  await refuseDeepNesting(path)
  if (format === 'ndjson') return readJson(connection, { path, format: 'newline_delimited' })
  const first = head.trimStart()[0]
  if (first === '[' && recordsPath === undefined) return readJson(connection, { path, format: 'array' })
  if (first !== '[' && first !== '{')
    throw new TaskError('invalid', 'The file is not JSON: it begins with neither [ nor {.')
  return readJson(connection, await recordsOfEnvelope(path, recordsPath))
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
  const { size } = await stat(path)
  const sample = size <= FULL_SAMPLE_BYTES ? -1 : SAMPLED_RECORDS
  const read = (options: string) =>
    `read_json(${quoteText(path)}, format = '${format}', compression = 'uncompressed', ${options})`
  const isWide =
    (await isTakenForMap(connection, read(`sample_size = ${PROBED_RECORDS}`))) &&
    !(await hasOneColumn(connection, read(`sample_size = ${PROBED_RECORDS}, ${NO_MAPS}`)))
  const from = read(isWide ? `sample_size = ${sample}, ${NO_MAPS}` : `sample_size = ${sample}`)
  if (!(await hasLongNumbers(path))) return { from }
  const columns = await describe(connection, from)
  // Where types are given, all have to be.
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

/** One column then too: the records have a single key named json. */
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

async function recordsOfEnvelope(path: string, recordsPath: string | undefined): Promise<Records> {
  const asLines = { path, format: 'newline_delimited' } as const
  const { size } = await stat(path)
  if (size > MAX_ENVELOPE_BYTES) return asLines
  const document = parseExactly(await readFile(path, 'utf8'))
  // Several values in the file: it is NDJSON with the ending of JSON.
  if (document === undefined) return asLines

  const records = recordsPath === undefined ? findRecords(document) : recordsAt(document, recordsPath)
  const lines = join(dirname(path), 'records.ndjson')
  await writeFile(lines, records.map((record) => JSON.stringify(record)).join('\n'))
  return { ...asLines, path: lines }
}

/** Like parseJson, but numbers that a double would change keep their text when they are written again. */
function parseExactly(text: string): JsonValue | undefined {
  try {
    return JSON.parse(text, (_key, value: unknown, context?: { source?: string }) =>
      typeof value === 'number' && (context?.source?.length ?? 0) > SAFE_CHARACTERS
        ? rawJSON(context?.source ?? '')
        : value,
    )
  } catch {
    return undefined
  }
}

// TypeScript has no types for them yet (https://tc39.es/proposal-json-parse-with-source/).
const { rawJSON, isRawJSON } = JSON as typeof JSON & {
  readonly rawJSON: (text: string) => JsonValue
  readonly isRawJSON: (value: unknown) => boolean
}

/** A double represents every number of at most this many characters. */
const SAFE_CHARACTERS = 15

function recordsAt(document: JsonValue, path: string): JsonValue[] {
  const found = path
    .split('.')
    .filter((part) => part !== '')
    .reduce<JsonValue | undefined>((value, part) => childOf(value, part), document)
  if (Array.isArray(found)) return found
  if (isJsonObject(found)) return [found]
  throw new TaskError('invalid', `The JSON has no records at "${path}".`)
}

function childOf(value: JsonValue | undefined, key: string): JsonValue | undefined {
  if (Array.isArray(value)) return value[Number(key)]
  return isJsonObject(value) && Object.hasOwn(value, key) ? value[key] : undefined
}

/** The longest array of objects in the envelope; the whole document as one record when there is none. */
function findRecords(document: JsonValue): JsonValue[] {
  const arrays = isJsonObject(document) ? arraysOfObjects(document, 3) : []
  return arrays.reduce((a, b) => (b.length > a.length ? b : a), arrays[0] ?? [document])
}

function arraysOfObjects(object: JsonObject, levels: number): JsonValue[][] {
  return Object.values(object).flatMap((value) => {
    if (Array.isArray(value)) return value.length > 0 && value.every(isRecord) ? [value] : []
    return isJsonObject(value) && levels > 1 ? arraysOfObjects(value, levels - 1) : []
  })
}

function isRecord(value: JsonValue): boolean {
  return isJsonObject(value) && !isRawJSON(value)
}
