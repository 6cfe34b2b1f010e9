import { read } from 'node:fs'
import { open } from 'node:fs/promises'
import { promisify } from 'node:util'
import type { FoundRow, JsonObject, ResultColumn, RowSearch } from '@parley/domain'
import { numericColumns, textColumns, textKey } from '../result/held-columns.ts'
import { BLOCK_ROWS, type ColumnFile, MARKED_ROWS, type RowBlock, VALUE_BYTES } from './column-file.ts'
import { markRows, openRangeSet, type RangeSet, touchesBounds } from './range-set.ts'
import { bestRows, HAS_NUMBER, HAS_TEXT } from './row-hits.ts'
import { FOUND_LIMITS } from './search-limits.ts'

/** A whole result on the local disk, as far as a search reads it. */
type SearchedFiles = {
  readonly columnFile: ColumnFile
  /** The rows as JSON texts, one a line. */
  readonly linesFile: string
  /** With the types of the whole result. */
  readonly columns: readonly ResultColumn[]
  readonly signal: AbortSignal
}

type SoughtColumn = {
  readonly place: number
  readonly set: RangeSet
  readonly hit: number
  /** Takes the values of one block after the other. */
  readonly values: Float64Array
}

const TIMEOUT_MS = 5000

/** A search reads hundreds of pieces: 300 take 5.2 ms of processor time in this way and 7.7 ms through a FileHandle. */
const readAt = promisify(read)

/**
 * Finds the rows of a whole result that hold the numbers and texts of an answer. Blocks whose values lie outside of all
 * that is sought are not read. A million rows with a sorted, an unsorted and a text column take 17 ms of processor time;
 * a statement over their Parquet file in a sandbox child takes 103 ms (bench/evidence.bench.mjs, load 5). Other requests
 * get their turn between the blocks. Empty when nothing is sought, when the signal aborts, when a file cannot be read,
 * and when five seconds pass.
 */
export async function searchColumnFile(search: RowSearch, files: SearchedFiles): Promise<FoundRow[]> {
  const sought = soughtColumns(search, files)
  if (sought.length === 0) return []
  try {
    await using values = await open(files.columnFile.file)
    const hits = await markBlocks(sought, { ...files, valuesFd: values.fd })
    if (hits === null) return []
    await using lines = await open(files.linesFile)
    return await readFound(bestRows(hits), {
      search,
      hits,
      valuesFd: values.fd,
      linesFd: lines.fd,
      ...files,
    })
  } catch {
    // The numbers are then judged by the rows of the trace.
    return []
  }
}

function soughtColumns(
  { ranges, texts }: RowSearch,
  { columnFile, columns }: Pick<SearchedFiles, 'columnFile' | 'columns'>,
): SoughtColumn[] {
  const byColumn = Map.groupBy(ranges, ({ column }) => column)
  const keys = openRangeSet(texts.map(textKey).map((key) => ({ low: key, high: key })))
  const numbers = numericColumns(columns).map(({ name }) => ({
    place: columnFile.placeOf('number', name),
    set: openRangeSet(byColumn.get(name) ?? []),
    hit: HAS_NUMBER,
  }))
  const named = textColumns(columns).map(({ name }) => ({
    place: columnFile.placeOf('text', name),
    set: keys,
    hit: HAS_TEXT,
  }))
  return [...numbers, ...named].flatMap(({ set, ...column }) =>
    set && column.place >= 0 ? { ...column, set, values: new Float64Array(BLOCK_ROWS) } : [],
  )
}

type Marking = SearchedFiles & {
  /** The open file of columns. */
  readonly valuesFd: number
}

/** One byte a row, as `bestRows` reads them; null when the search ends early. */
async function markBlocks(
  sought: readonly SoughtColumn[],
  { columnFile, signal, valuesFd }: Marking,
): Promise<Uint8Array | null> {
  const hits = new Uint8Array(columnFile.rowCount)
  const deadline = performance.now() + TIMEOUT_MS
  for (const block of columnFile.blocks) {
    if (signal.aborted || performance.now() > deadline) return null
    const { bounds, firstRow, rowCount } = block
    const touched = sought.filter(({ place, set }) =>
      touchesBounds(set, bounds[2 * place] ?? 0, bounds[2 * place + 1] ?? 0),
    )
    await Promise.all(
      touched.map(({ place, values }) => {
        return readPiece(valuesFd, block, { place, values: values.subarray(0, rowCount) })
      }),
    )
    for (const { set, hit, values } of touched)
      markRows(set, values.subarray(0, rowCount), { hits, from: firstRow, hit })
  }
  return hits
}

async function readPiece(
  file: number,
  { offset, rowCount }: RowBlock,
  { place, values }: Pick<SoughtColumn, 'place' | 'values'>,
): Promise<void> {
  const bytes = new Uint8Array(values.buffer, values.byteOffset, values.byteLength)
  await readAt(file, bytes, 0, bytes.length, offset + place * rowCount * VALUE_BYTES)
}

type Finding = Marking & {
  readonly search: RowSearch
  readonly hits: Uint8Array
  /** The open file of lines. */
  readonly linesFd: number
}

/** The most bytes of lines that are read: for one row, the lines of `MARKED_ROWS` rows are read. */
const MOST_LINE_BYTES = MARKED_ROWS * FOUND_LIMITS.bytes

/** Reads rows, as many as a search returns. Rows whose text only has the same key are left out. */
async function readFound(rows: readonly number[], finding: Finding): Promise<FoundRow[]> {
  const { search, columns, columnFile, hits, linesFd } = finding
  const runs = await readRuns(rows, { lineMarks: columnFile.lineMarks, linesFd })
  const texts = new Set<unknown>(search.texts)
  const names = textColumns(columns)
  const found: FoundRow[] = []
  let bytes = 0
  for (const row of rows) {
    const line = runs.get(Math.floor(row / MARKED_ROWS))?.[row % MARKED_ROWS]
    if (line === undefined) break
    bytes += line.length
    if (bytes > FOUND_LIMITS.bytes) break
    // `openParquet` wrote the line from a row.
    const values = JSON.parse(line) as JsonObject
    if (hits[row] === HAS_TEXT && !names.some(({ name }) => texts.has(values[name]))) continue
    found.push({ row: row + 1, values })
  }
  return found
}

/** The lines of the runs of `MARKED_ROWS` rows that hold the given ones, by the place of the run. */
async function readRuns(
  rows: readonly number[],
  { lineMarks, linesFd }: Pick<ColumnFile, 'lineMarks'> & { readonly linesFd: number },
): Promise<ReadonlyMap<number, readonly string[]>> {
  const reads: Promise<readonly [number, string[]]>[] = []
  let bytes = 0
  for (const run of new Set(rows.map((row) => Math.floor(row / MARKED_ROWS)))) {
    const [start = 0, end = 0] = lineMarks.slice(run, run + 2)
    bytes += end - start
    if (bytes > MOST_LINE_BYTES) break
    reads.push(readLines(linesFd, { start, end }).then((lines) => [run, lines] as const))
  }
  return new Map(await Promise.all(reads))
}

async function readLines(
  file: number,
  { start, end }: { readonly start: number; readonly end: number },
): Promise<string[]> {
  const bytes = Buffer.allocUnsafe(end - start)
  await readAt(file, bytes, 0, bytes.length, start)
  return bytes.toString().split('\n')
}
