import { stat } from 'node:fs/promises'
import type { DuckDBConnection } from '@duckdb/node-api'
import type { ReadingNote } from '@parley/domain'
import type { ConvertInput } from '../sandbox/tasks.ts'
import { MAX_COLUMNS } from './column-plan.ts'
import type { DelimitedTable } from './delimited/delimited-table.ts'
import { type Detected, detectDialect } from './delimited/detect-dialect.ts'
import { largeReader } from './delimited/large-reader.ts'
import { recordsOfHead, type TextRecord } from './delimited/split-records.ts'
import { planTable } from './delimited/table-plan.ts'
import { tidyReader } from './delimited/tidy-reader.ts'
import type { TableReader } from './table-reader.ts'
import { settingsOf } from './table-settings.ts'
import { TaskError } from './task-error.ts'
import { asUtf8Text } from './utf8-text.ts'

/** Smaller files are read value by value. Larger ones go to the engine as they are, where they have a plain form. */
const LARGE_BYTES = 32 * 1024 * 1024
const JSON_START = /^\s*(?:\[\s*[{[]|\{\s*["}])/

/**
 * Reads a delimited text file as a table. The file decides its separator, quotes and header, and which lines do not belong
 * to the table, unless the owner chose them. Throws a TaskError that names the line when a row has another length.
 */
export async function readerOfDelimited(
  connection: DuckDBConnection,
  input: ConvertInput,
): Promise<TableReader> {
  const tidy = async () => tidyReader(await tableOf(input))
  if ((await stat(input.inputFile)).size <= LARGE_BYTES) return tidy()
  // The engine refuses bytes that are not UTF-8, so the whole file is not checked for them first.
  const table = await tableOf(input, { trustsHead: true })
  const { size } = await stat(table.path)
  return (await largeReader(connection, { ...table, size, tidy })) ?? tidy()
}

type PlannedTable = DelimitedTable & {
  /** The first records of the file. */
  readonly records: readonly TextRecord[]
}

/** What the beginning of a file says about its separator, quotes, header and columns. */
async function tableOf(input: ConvertInput, { trustsHead = false } = {}): Promise<PlannedTable> {
  const { format, inputFile, tableName } = input
  const chosen = settingsOf(input, tableName)
  const text = await asUtf8Text(inputFile, { encoding: chosen.encoding, trustsHead })
  const { path, head, isWhole, encoding, notes } = text
  if (JSON_START.test(head)) throw notDelimited()
  const detected = detectDialect(head, {
    isWhole,
    isTsv: format === 'tsv',
    ...(chosen.separator !== undefined && { separator: chosen.separator }),
  })
  const { dialect } = detected
  const all = recordsOfHead(head, { dialect, isWhole })
  const records = detected.isDeclared ? all.slice(1) : all
  const offset = all.length - records.length
  const { headerRow } = chosen
  const plan = planTable(records, headerRow ? { headerRow: Math.max(1, headerRow - offset) } : chosen)
  if (plan.names.length > MAX_COLUMNS) throw tooManyColumns()
  return {
    name: tableName,
    records,
    path,
    dialect,
    plan,
    ...(chosen.decimalMark && { decimalMark: chosen.decimalMark }),
    settings: {
      separator: dialect.separator,
      encoding,
      headerRow: plan.headerRow === 0 ? 0 : plan.headerRow + offset,
    },
    notes: [...notes, ...separatorNotes(detected), ...plan.notes],
  }
}

const SEPARATOR_NAMES: Readonly<Record<string, string>> = {
  '': 'The file has one column: no separator divides its lines alike.',
  ' ': 'Values are separated by blanks.',
  '  ': 'Values are separated by two or more blanks.',
}

function separatorNotes({ dialect: { separator, quote, isBackslashed } }: Detected): ReadingNote[] {
  const sentence = SEPARATOR_NAMES[separator] ?? `Values are separated by “${separator}”.`
  const isUsual = [',', ';', '\t', '|'].includes(separator)
  const quotes = quote === "'" ? ['Single quotes enclose values.'] : []
  const escapes = isBackslashed ? ['A backslash stands in front of a quote inside a value.'] : []
  return [...(isUsual ? [] : [sentence]), ...quotes, ...escapes].map((text) => ({ kind: 'separator', text }))
}

function notDelimited(): TaskError {
  return new TaskError(
    'invalid',
    'The file is JSON, not text with one record a line and the same separator throughout. Upload it as JSON.',
  )
}

function tooManyColumns(): TaskError {
  return new TaskError(
    'invalid',
    `The first line has more than ${MAX_COLUMNS} columns, the most that are read.`,
  )
}
