import { createWriteStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { ReadingNote, ReadingSettings } from '@parley/domain'
import { sqlIdentifier } from '../../names/sql-identifier.ts'
import { distinctNames } from '../../result/row-keeper.ts'
import type { ConvertInput } from '../../sandbox/tasks.ts'
import { MAX_COLUMNS } from '../column-plan.ts'
import { quoteName, quoteText } from '../open-duckdb.ts'
import type { TableReader } from '../table-reader.ts'
import { settingsOf } from '../table-settings.ts'
import { TaskError } from '../task-error.ts'
import { presentValue } from '../text-readings.ts'
import { openWorkbook, type Sheet, type Workbook } from './open-workbook.ts'
import { momentText, planSheet, type SheetPlan } from './plan-sheet.ts'
import { type ScannedSheet, scanSheet } from './scan-sheet.ts'
import {
  type ColumnCells,
  cellNotes,
  endOfSheet,
  extentOfSheet,
  isAllMoments,
  isNumbersAndMissing,
  noCells,
  recordsOf,
  type SheetExtent,
} from './sheet-records.ts'

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
    const path = join(folder, `sheet-${index + 1}.ndjson`)
    const chosen = settingsOf(input, name)
    const reader = await readerOfSheet(workbook, { sheet, rows, path, chosen })
    readers.push({ ...reader, name, notes: [...(reader.notes ?? []), ...(index === 0 ? leftOut : [])] })
  }
  return readers
}

type SheetToRead = {
  readonly sheet: Sheet
  readonly rows: ScannedSheet
  /** Where its records are written to. */
  readonly path: string
  readonly chosen: ReadingSettings
}

async function readerOfSheet(
  { isFrom1904 }: Workbook,
  { sheet, rows, path, chosen: { headerRow, decimalMark } }: SheetToRead,
): Promise<Omit<TableReader, 'name'>> {
  const extent = await extentOfSheet(rows)
  refuseManyColumns(extent)
  const plan = planSheet(rows, { isFrom1904, headerRow, used: extent.used })
  const end = endOfSheet(extent, plan)
  const counts = plan.columns.map(noCells)
  const records = recordsOf({ sheet: rows, plan, isFrom1904, lastRow: end.lastRow }, counts)
  await pipeline(records, createWriteStream(path))
  return {
    from: fromOf(path, { rows, plan, counts }),
    settings: plan.settings,
    notes: [...sheetNotes(sheet, { rows, plan }), ...end.notes],
    columnNotes: cellNotes(plan, counts, rows),
    // Numbers that a workbook stores as text are mostly identifiers, so that only the owner makes numbers of them.
    ...(decimalMark && { separator: decimalMark === ',' ? ';' : ',' }),
  }
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

function refuseManyColumns({ used }: SheetExtent): void {
  if (used.size <= MAX_COLUMNS) return
  const message = `The sheet has ${used.size} columns; at most ${MAX_COLUMNS} are read.`
  throw new TaskError('invalid', message)
}

type Columns = {
  readonly rows: ScannedSheet
  readonly plan: SheetPlan
  readonly counts: readonly ColumnCells[]
}

/** Durations are written as hours, minutes and seconds, which the engine would take for times of day or for text. */
function fromOf(path: string, { rows, plan, counts }: Columns): string {
  const from = `read_json(${quoteText(path)}, format = 'newline_delimited', sample_size = -1, map_inference_threshold = -1)`
  const durations = plan.columns.filter(
    ({ place }, index) =>
      momentText(rows.moments.get(place)) === 'duration' &&
      counts[index] !== undefined &&
      isAllMoments(counts[index]),
  )
  const casts = durations.map(
    ({ name }) => `CAST(CAST(${quoteName(name)} AS VARCHAR) AS INTERVAL) AS ${quoteName(name)}`,
  )
  const replaced = [...casts, ...numbersOf(plan, counts)]
  return replaced.length === 0 ? from : `(SELECT * REPLACE (${replaced}) FROM ${from})`
}

/** Columns of numbers in which words such as NA or - stand for no value. */
function numbersOf({ columns }: SheetPlan, counts: readonly ColumnCells[]): string[] {
  return columns.flatMap(({ name }, index) => {
    const cell = counts[index]
    if (!cell || !isNumbersAndMissing(cell)) return []
    const value = presentValue(`CAST(${quoteName(name)} AS VARCHAR)`)
    return [`TRY_CAST(${value} AS ${cell.fractions > 0 ? 'DOUBLE' : 'BIGINT'}) AS ${quoteName(name)}`]
  })
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
  if (rows.openFormulaCount > 0) notes.push(openFormulaNote(rows.openFormulaCount))
  const merged = rows.merges.filter(({ top, bottom }) => top > plan.lastHeaderRow && bottom > top)
  if (merged.length > 0) {
    const text = `${merged.length === 1 ? 'One value stands' : `${merged.length} values stand`} in cells merged over several rows; only the first of these rows has it.`
    notes.push({ kind: 'mended', rowCount: merged.length, text })
  }
  return notes
}

function openFormulaNote(count: number): ReadingNote {
  const cells =
    count === 1
      ? 'One cell holds a formula without its result and is'
      : `${count} cells hold formulas without their results and are`
  const text = `${cells} empty here. Save the workbook in a spreadsheet program, which computes them, and upload it again.`
  return { kind: 'left_out', text }
}
