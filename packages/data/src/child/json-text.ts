import { createReadStream } from 'node:fs'
import { readFile, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { JsonObject, JsonValue } from '@parley/agent'
import { isJsonObject, parseJson } from '../json.ts'
import { createDepthScan } from '../sandbox/frames.ts'
import type { ConvertInput } from '../sandbox/tasks.ts'
import { quoteText } from './open-duckdb.ts'
import { TaskError } from './task-error.ts'
import { asUtf8Text } from './utf8-text.ts'

/** DuckDB's JSON reader ends its process on very deep nesting, so depth is checked before it sees the file. */
const MAX_DEPTH = 64
/** An envelope is read as a whole to find the records in it. */
const MAX_ENVELOPE_BYTES = 64 * 1024 * 1024
const FULL_SAMPLE_BYTES = 256 * 1024 * 1024
const SAMPLED_RECORDS = 200_000

/** A JSON or NDJSON file as a FROM clause. Records are a top-level array, lines, or an array inside an envelope. */
export async function readerOfJson({ format, inputFile, recordsPath }: ConvertInput): Promise<string> {
  const { path, head } = await asUtf8Text(inputFile)
  await refuseDeepNesting(path)
  if (format === 'ndjson') return readJson(path, 'newline_delimited')
  const first = head.trimStart()[0]
  if (first === '[' && recordsPath === undefined) return readJson(path, 'array')
  if (first !== '[' && first !== '{')
    throw new TaskError('invalid', 'The file is not JSON: it begins with neither [ nor {.')
  return readEnvelope(path, recordsPath)
}

async function refuseDeepNesting(path: string): Promise<void> {
  const isTooDeep = createDepthScan(MAX_DEPTH)
  for await (const piece of createReadStream(path)) {
    if (isTooDeep(piece))
      throw new TaskError('invalid', `The JSON is nested deeper than ${MAX_DEPTH} levels.`)
  }
}

async function readJson(path: string, format: 'array' | 'newline_delimited'): Promise<string> {
  const { size } = await stat(path)
  const sample = size <= FULL_SAMPLE_BYTES ? -1 : SAMPLED_RECORDS
  return `read_json(${quoteText(path)}, format = '${format}', sample_size = ${sample}, compression = 'uncompressed')`
}

async function readEnvelope(path: string, recordsPath: string | undefined): Promise<string> {
  const { size } = await stat(path)
  if (size > MAX_ENVELOPE_BYTES) return readJson(path, 'newline_delimited')
  const document = parseJson(await readFile(path, 'utf8'))
  // More than one value in the file: records line by line under the wrong name.
  if (document === undefined) return readJson(path, 'newline_delimited')

  const records = recordsPath === undefined ? findRecords(document) : recordsAt(document, recordsPath)
  const lines = join(dirname(path), 'records.ndjson')
  await writeFile(lines, records.map((record) => JSON.stringify(record)).join('\n'))
  return readJson(lines, 'newline_delimited')
}

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
    if (Array.isArray(value)) return value.length > 0 && value.every(isJsonObject) ? [value] : []
    return isJsonObject(value) && levels > 1 ? arraysOfObjects(value, levels - 1) : []
  })
}
