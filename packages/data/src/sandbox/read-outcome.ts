import {
  type ChosenType,
  COLUMN_TYPES,
  DATE_ORDERS,
  DECIMAL_MARKS,
  READING_NOTE_KINDS,
  type ReadingNote,
  type ReadingReport,
  type ReadingSettings,
  type ResultColumn,
  SETTING_NAMES,
  type SourceTable,
} from '@parley/domain'
import { isJsonObject } from '../json.ts'
import type { QueryResult } from '../result/query-result.ts'
import { toEstimate } from '../result/statement-estimate.ts'
import type { ChildAnswer } from './start-child.ts'
import type {
  ConvertedColumn,
  ConvertedTable,
  NamedTable,
  PushedFilter,
  TaskName,
  TaskOutcome,
  Tasks,
} from './tasks.ts'

/**
 * Converts a child's reply to the outcome of its task. Every field that the service uses is checked, because
 * the child may be compromised. A result of another shape counts as a crash.
 */
export function readOutcome<Name extends TaskName>(
  name: Name,
  { reply, bytes }: ChildAnswer,
): TaskOutcome<Name> {
  if (!reply.ok) return { ok: false, reason: reply.reason, message: reply.message, cause: reply.cause }
  try {
    return { ok: true, result: READERS[name](reply.result), bytes }
  } catch (cause) {
    return { ok: false, reason: 'crashed', message: 'The engine gave no usable result.', cause }
  }
}

const READERS: { [Name in TaskName]: (value: unknown) => Tasks[Name]['result'] } = {
  query: readQueryResult,
  queryDatabase: readQueryResult,
  analyze: (value) => ({ tables: readArray(readObject(value).tables).map(readNamedTable) }),
  bind: (value) => ({ columns: readColumns(value) }),
  describeDatabase: (value) => {
    const { tables, warnings } = readObject(value)
    return { tables: readArray(tables).map(readSourceTable), warnings: readArray(warnings).map(readText) }
  },
  convert: (value) => ({ tables: readArray(readObject(value).tables).map(readConvertedTable) }),
  store: (value) => ({ tableCount: readCount(readObject(value).tableCount) }),
  chart: (value) => {
    const { spec, notes } = readObject(value)
    return { spec: readObject(spec), notes: readArray(notes).map(readText) }
  },
  picture: (value) => {
    const { width, height } = readObject(value)
    return { width: readCount(width), height: readCount(height) }
  },
}

/** Reads the columns of a frame with rows. Throws a TypeError when the child sent something else. */
export function readColumns(value: unknown): ResultColumn[] {
  return readArray(readObject(value).columns).map(readResultColumn)
}

function readQueryResult(value: unknown): QueryResult {
  const { rows, rowCount, keptRows, textBytes, estimate, notes } = readObject(value)
  return {
    columns: readColumns(value),
    rows: readArray(rows).map(readObject),
    rowCount: rowCount === null ? null : readCount(rowCount),
    keptRows: readCount(keptRows),
    ...(textBytes !== undefined && { textBytes: readCount(textBytes) }),
    ...(estimate !== undefined && toEstimate(readObject(estimate))),
    ...(notes !== undefined && { notes: readArray(notes).map(readText) }),
  }
}

function readNamedTable(value: unknown): NamedTable {
  const { parts, columns, filters } = readObject(value)
  return {
    parts: readArray(parts).map(readText),
    columns: columns === null ? null : readArray(columns).map(readText),
    filters: readArray(filters).map(readFilter),
  }
}

const OPERATORS = ['=', '<', '<=', '>', '>=', 'IN'] as const
const VALUE_KINDS = ['number', 'text', 'date'] as const

function readFilter(value: unknown): PushedFilter {
  const { column, operator, values } = readObject(value)
  return {
    column: readText(column),
    operator: readOneOf(operator, OPERATORS),
    values: readArray(values).map((item) => {
      const { kind, value: literal } = readObject(item)
      return { kind: readOneOf(kind, VALUE_KINDS), value: readText(literal) }
    }),
  }
}

function readSourceTable(value: unknown): SourceTable {
  const { name, description, rowCount, columns, keys } = readObject(value)
  return {
    name: readText(name),
    description: readText(description),
    rowCount: rowCount === null ? null : readCount(rowCount),
    columns: readArray(columns).map(readColumn),
    keys: readArray(keys).map((key) => {
      const { columns: from, table, tableColumns } = readObject(key)
      return {
        columns: readArray(from).map(readText),
        table: readText(table),
        tableColumns: readArray(tableColumns).map(readText),
      }
    }),
  }
}

function readConvertedTable(value: unknown): ConvertedTable {
  const { name, file, rowCount, columns, reading } = readObject(value)
  return {
    name: readText(name),
    file: readFileName(file),
    rowCount: readCount(rowCount),
    columns: readArray(columns).map(readColumn),
    reading: readReport(reading),
  }
}

function readReport(value: unknown): ReadingReport {
  const { notes, settings, chosen } = readObject(value)
  return {
    notes: readArray(notes).map(readNote),
    settings: readSettings(settings),
    chosen: readArray(chosen).map((name) => readOneOf(name, SETTING_NAMES)),
  }
}

function readNote(value: unknown): ReadingNote {
  const { kind, column, rowCount, text } = readObject(value)
  return {
    kind: readOneOf(kind, READING_NOTE_KINDS),
    ...(column !== undefined && { column: readText(column) }),
    ...(rowCount !== undefined && { rowCount: readCount(rowCount) }),
    text: readText(text),
  }
}

function readSettings(value: unknown): ReadingSettings {
  const { separator, encoding, headerRow, dateOrder, decimalMark, columnTypes } = readObject(value)
  return {
    ...(separator !== undefined && { separator: readText(separator) }),
    ...(encoding !== undefined && { encoding: readText(encoding) }),
    ...(headerRow !== undefined && { headerRow: readCount(headerRow) }),
    ...(dateOrder !== undefined && { dateOrder: readOneOf(dateOrder, DATE_ORDERS) }),
    ...(decimalMark !== undefined && { decimalMark: readOneOf(decimalMark, DECIMAL_MARKS) }),
    ...(columnTypes !== undefined && { columnTypes: readColumnTypes(columnTypes) }),
  }
}

function readColumn(value: unknown): ConvertedColumn {
  const { samples, description } = readObject(value)
  return {
    ...readResultColumn(value),
    samples: readArray(samples).map(readText),
    description: readText(description),
  }
}

function readResultColumn(value: unknown): ResultColumn {
  const { name, type } = readObject(value)
  return { name: readText(name), type: readText(type) }
}

function readObject(value: unknown) {
  if (!isJsonObject(value)) throw new TypeError('The child sent no object where one belongs')
  return value
}

function readArray(value: unknown): unknown[] {
  if (!Array.isArray(value)) throw new TypeError('The child sent no array where one belongs')
  return value
}

function readOneOf<Choice extends string>(value: unknown, choices: readonly Choice[]): Choice {
  const choice = choices.find((candidate) => candidate === value)
  if (choice === undefined) throw new TypeError('The child sent none of the known words')
  return choice
}

function readText(value: unknown): string {
  if (typeof value !== 'string') throw new TypeError('The child sent no text where some belongs')
  return value
}

/** A file name inside the output folder, never a path out of it. */
function readFileName(value: unknown): string {
  const name = readText(value)
  if (!/^[a-z0-9-]+\.parquet$/.test(name))
    throw new TypeError('The child sent no file name where one belongs')
  return name
}

function readCount(value: unknown): number {
  if (!Number.isSafeInteger(value) || Number(value) < 0) throw new TypeError('The child sent no count')
  return Number(value)
}

function readColumnTypes(value: unknown): Record<string, ChosenType> {
  const entries = Object.entries(readObject(value))
  return Object.fromEntries(entries.map(([name, type]) => [name, readOneOf(type, COLUMN_TYPES)]))
}
