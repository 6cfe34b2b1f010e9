import { createReadStream, createWriteStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { createInterface } from 'node:readline'
import { pipeline } from 'node:stream/promises'
import type { ReadingNote } from '@parley/domain'
import { sqlIdentifier } from '../../names/sql-identifier.ts'
import { distinctNames } from '../../result/row-keeper.ts'
import type { ConvertInput } from '../../sandbox/tasks.ts'
import { MAX_COLUMNS } from '../column-plan.ts'
import { quoteName, quoteText } from '../open-duckdb.ts'
import type { TableReader } from '../table-reader.ts'
import { settingsOf } from '../table-settings.ts'
import { TaskError } from '../task-error.ts'
import { openWorkbook, type Sheet, type Workbook } from './open-workbook.ts'
import { momentOf, momentText, planSheet, type SheetPlan } from './plan-sheet.ts'
import { type ScannedSheet, type SheetRow, scanSheet } from './scan-sheet.ts'

const ZIP_MARK = 'PK\u0003\u0004'
/** The first bytes of old Office files and of encrypted new ones. */
const COMPOUND_MARK = '\u00d0\u00cf\u0011\u00e0'
const MAX_SHEETS = 50

/** Returns a reader for each sheet of an XLSX workbook that has a header and rows; notes say which sheets it left out. */
export async function readersOfWorkbook(input: ConvertInput): Promise<TableReader[]> {
  await refuseOtherFiles(input.inputFile)
  try {
    using workbook = await openWorkbook(input.inputFile)
    return await readersOfSheets(workbook, input)
  } catch (cause) {
    if (cause instanceof TaskError) throw cause
    throw new TaskError('invalid', 'The XLSX workbook is damaged and cannot be read.', { cause })
  }
}

async function readersOfSheets(workbook: Workbook, input: ConvertInput): Promise<TableReader[]> {
  const folder = dirname(input.inputFile)
  const scanned: { sheet: Sheet; rows: ScannedSheet }[] = []
  const leftOut: ReadingNote[] = []
  for (const [index, sheet] of workbook.sheets.entries()) {
    const rows = sheet.hasCells
      ? await scanSheet(workbook, sheet, join(folder, `rows-${index + 1}.ndjson`))
      : null
    if (rows && rows.rowCount > 1) scanned.push({ sheet, rows })
    else leftOut.push(leftOutNote(sheet, rows))
  }
  if (scanned.length === 0)
    throw new TaskError('invalid', 'The workbook has no sheet with a header and rows below it.')
  if (scanned.length > MAX_SHEETS) {
    const message = `The workbook has ${scanned.length} sheets; at most ${MAX_SHEETS} are read.`
    throw new TaskError('invalid', message)
  }
  const names = distinctNames(
    scanned.map(({ sheet }) => (scanned.length === 1 ? input.tableName : sqlIdentifier(sheet.name))),
  )
  const readers: TableReader[] = []
  for (const [index, { sheet, rows }] of scanned.entries()) {
    const name = names[index] ?? `sheet_${index + 1}`
    const { headerRow } = settingsOf(input, name)
    const plan = planSheet(rows, { isFrom1904: workbook.isFrom1904, headerRow, used: await usedPlaces(rows) })
    const path = join(folder, `sheet-${index + 1}.ndjson`)
    await pipeline(recordsOf(rows, plan, workbook.isFrom1904), createWriteStream(path))
    const notes = [...sheetNotes(sheet, { rows, plan }), ...(index === 0 ? leftOut : [])]
    readers.push({ name, from: fromOf(path, { rows, plan }), settings: plan.settings, notes })
  }
  return readers
}

async function refuseOtherFiles(path: string): Promise<void> {
  await using file = await open(path)
  const { buffer } = await file.read(Buffer.alloc(4), 0, 4, 0)
  const mark = buffer.toString('latin1')
  if (mark === COMPOUND_MARK) {
    const message =
      'The workbook is protected by a password, or of the older format XLS; save it as XLSX without one.'
    throw new TaskError('invalid', message)
  }
  if (mark !== ZIP_MARK) throw new TaskError('invalid', 'This is not an XLSX workbook.')
}

/** The columns in which some row has a value. */
async function usedPlaces(sheet: ScannedSheet): Promise<ReadonlySet<number>> {
  const used = new Set<number>()
  for await (const { cells } of rowsOf(sheet)) for (const [place] of cells) used.add(place)
  if (used.size > MAX_COLUMNS) {
    const message = `The sheet has ${used.size} columns; at most ${MAX_COLUMNS} are read.`
    throw new TaskError('invalid', message)
  }
  return used
}

async function* rowsOf({ linesFile }: ScannedSheet): AsyncGenerator<SheetRow, void, void> {
  // The file was written here and holds one row a line.
  for await (const line of createInterface({ input: createReadStream(linesFile) }))
    yield JSON.parse(line) as SheetRow
}

/** The rows below the header as JSON lines. */
async function* recordsOf(
  sheet: ScannedSheet,
  { columns, lastHeaderRow }: SheetPlan,
  isFrom1904: boolean,
): AsyncGenerator<string, void, void> {
  for await (const { number, cells } of rowsOf(sheet)) {
    if (number <= lastHeaderRow) continue
    const values = new Map(cells)
    const fields = columns.map(({ place, name }) => {
      const value = values.get(place) ?? null
      const form = momentText(sheet.moments.get(place))
      const plain = typeof value === 'object' && value !== null ? momentOf(value.t, form, isFrom1904) : value
      return `${JSON.stringify(name)}:${JSON.stringify(plain)}`
    })
    // Not by JSON.stringify, because an object moves keys that are whole numbers to its front.
    yield `{${fields}}\n`
  }
}

/** Durations are written as hours, minutes and seconds, which the engine would keep as text. */
function fromOf(path: string, { rows, plan }: { rows: ScannedSheet; plan: SheetPlan }): string {
  const from = `read_json(${quoteText(path)}, format = 'newline_delimited', sample_size = -1, map_inference_threshold = -1)`
  const durations = plan.columns.filter(({ place }) => momentText(rows.moments.get(place)) === 'duration')
  const casts = durations.map(({ name }) => `TRY_CAST(${quoteName(name)} AS INTERVAL) AS ${quoteName(name)}`)
  return casts.length === 0 ? from : `(SELECT * REPLACE (${casts}) FROM ${from})`
}

function leftOutNote({ name, hasCells }: Sheet, rows: ScannedSheet | null): ReadingNote {
  const reason = hasCells ? 'has no header with rows below it' : 'holds no cells, such as a chart,'
  const rowCount = rows?.rowCount ?? 0
  return {
    kind: 'left_out',
    ...(rowCount > 0 && { rowCount }),
    text:
      rowCount === 0 && hasCells
        ? `The sheet “${name}” is empty and was left out.`
        : `The sheet “${name}” ${reason} and was left out.`,
  }
}

function sheetNotes(
  { isHidden }: Sheet,
  { rows, plan }: { rows: ScannedSheet; plan: SheetPlan },
): ReadingNote[] {
  const notes: ReadingNote[] = [...plan.notes]
  if (isHidden) notes.push({ kind: 'part', text: 'The sheet is hidden in the workbook.' })
  if (rows.errorCount > 0) {
    const cells = rows.errorCount === 1 ? 'One cell holds' : `${rows.errorCount} cells hold`
    notes.push({
      kind: 'left_out',
      text: `${cells} an error such as #DIV/0! and ${rows.errorCount === 1 ? 'is' : 'are'} empty here.`,
    })
  }
  const merged = rows.merges.filter(({ top, bottom }) => top > plan.lastHeaderRow && bottom > top)
  if (merged.length > 0) {
    const text = `${merged.length === 1 ? 'One value stands' : `${merged.length} values stand`} in cells merged over several rows; only the first of these rows has it.`
    notes.push({ kind: 'mended', rowCount: merged.length, text })
  }
  return notes
}
