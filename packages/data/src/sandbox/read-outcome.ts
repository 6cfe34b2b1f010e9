import { isJsonObject } from '../json.ts'
import type { ChildAnswer } from './start-child.ts'
import type { ConvertedColumn, ConvertedTable, ResultColumn, TaskName, TaskOutcome, Tasks } from './tasks.ts'

/**
 * Turns what a child answered into the outcome of its task. Every field the service relies on is checked,
 * because the child may have been taken over; a result of another shape counts as a crash.
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
  query: (value) => {
    const { columns, rows, rowCount, keptRows } = readObject(value)
    return {
      columns: readArray(columns).map(readResultColumn),
      rows: readArray(rows).map(readObject),
      rowCount: rowCount === null ? null : readCount(rowCount),
      keptRows: readCount(keptRows),
    }
  },
  convert: (value) => ({ tables: readArray(readObject(value).tables).map(readTable) }),
  chart: (value) => {
    const { spec, width, height } = readObject(value)
    return { spec: readObject(spec), width: readCount(width), height: readCount(height) }
  },
}

function readTable(value: unknown): ConvertedTable {
  const { name, file, rowCount, columns } = readObject(value)
  return {
    name: readText(name),
    file: readText(file),
    rowCount: readCount(rowCount),
    columns: readArray(columns).map(readColumn),
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

function readText(value: unknown): string {
  if (typeof value !== 'string') throw new TypeError('The child sent no text where some belongs')
  return value
}

function readCount(value: unknown): number {
  if (!Number.isSafeInteger(value) || Number(value) < 0) throw new TypeError('The child sent no count')
  return Number(value)
}
