import type { DuckDBConnection } from '@duckdb/node-api'
import type { ConvertedColumn, ConvertedTable } from '../sandbox/tasks.ts'
import { MAX_LISTED_VALUES, MAX_SAMPLES } from '../source/sample-value.ts'
import type { PlannedColumn } from './column-plan.ts'
import { quoteName, quoteText } from './open-duckdb.ts'

const SAMPLED_ROWS = 50_000
const SAMPLE_CHARACTERS = 80
const TYPE_CHARACTERS = 200
/** One statement looks at this many columns, so that wide tables stay within memory. */
const COLUMNS_AT_ONCE = 50

/** Counts the rows of a Parquet file and takes samples of its values. */
export async function describeTable(
  connection: DuckDBConnection,
  { file, columns }: { file: string; columns: readonly PlannedColumn[] },
): Promise<Pick<ConvertedTable, 'rowCount' | 'columns'>> {
  const table = `read_parquet(${quoteText(file)})`
  const counted = await connection.runAndReadAll(`SELECT count(*) FROM ${table}`)
  const described = await connection.runAndReadAll(`DESCRIBE SELECT * FROM ${table}`)
  const types = described.getRowObjectsJson().map((row) => String(row.column_type))

  const result: ConvertedColumn[] = []
  for (let start = 0; start < columns.length; start += COLUMNS_AT_ONCE) {
    const part = columns
      .slice(start, start + COLUMNS_AT_ONCE)
      .map((column, index) => ({ column, type: types[start + index] ?? '' }))
    const samples = await readSamples(connection, { table, part })
    for (const { column, type } of part) {
      result.push({
        name: column.name,
        type: type.slice(0, TYPE_CHARACTERS),
        samples: samples.get(column) ?? [],
        description: descriptionOf(column),
      })
    }
  }
  return { rowCount: Number(counted.getRowsJson()[0]?.[0] ?? 0), columns: result }
}

type TypedColumn = { readonly column: PlannedColumn; readonly type: string }

/**
 * Takes ranges from the whole table and other samples from its first rows. A column with few values gets all of them.
 */
async function readSamples(
  connection: DuckDBConnection,
  { table, part }: { table: string; part: readonly TypedColumn[] },
): Promise<ReadonlyMap<PlannedColumn, string[]>> {
  const { whole = [], first = [] } = Object.groupBy(part, ({ type }) => (hasRange(type) ? 'whole' : 'first'))
  const firstRows = `(SELECT * FROM ${table} LIMIT ${SAMPLED_ROWS})`
  const found = await readValues(connection, { group: first, from: firstRows })
  const few = first.filter(({ column }) => (found.get(column)?.length ?? 0) <= MAX_LISTED_VALUES)
  const all = await readValues(connection, { group: few, from: table })
  const samples = first.map(({ column }) => {
    const values = all.get(column) ?? []
    const isWhole = all.has(column) && values.length <= MAX_LISTED_VALUES
    return [column, isWhole ? values : (found.get(column) ?? []).slice(0, MAX_SAMPLES)] as const
  })
  return new Map([...samples, ...(await readValues(connection, { group: whole, from: table }))])
}

/** Reads the samples of some columns in one statement. */
async function readValues(
  connection: DuckDBConnection,
  { group, from }: { group: readonly TypedColumn[]; from: string },
): Promise<Map<PlannedColumn, string[]>> {
  if (group.length === 0) return new Map()
  const picks = group.map(({ column, type }) => valuesOf(quoteName(column.name), type))
  const read = await connection.runAndReadAll(`SELECT ${picks} FROM ${from}`)
  const values = read.getRowsJson()[0] ?? []
  return new Map(group.map(({ column }, index) => [column, textsOf(values[index])]))
}

function hasRange(type: string): boolean {
  return !/^(VARCHAR|BOOLEAN|ENUM|UUID|BLOB)/.test(type) && (!/[[(]/.test(type) || type.startsWith('DECIMAL'))
}

function valuesOf(column: string, type: string): string {
  if (hasRange(type)) return `[CAST(min(${column}) AS VARCHAR), CAST(max(${column}) AS VARCHAR)]`
  if (type === 'BLOB') return '[]'
  const whole = `CAST(${column} AS VARCHAR)`
  // An ellipsis says that a sample is cut: a filter with it would find nothing.
  const text = `CASE WHEN length(${whole}) > ${SAMPLE_CHARACTERS} THEN left(${whole}, ${SAMPLE_CHARACTERS}) || '…' ELSE ${whole} END`
  if (/^(VARCHAR|BOOLEAN|ENUM|UUID)/.test(type)) return `approx_top_k(${text}, ${MAX_LISTED_VALUES + 1})`
  return `[any_value(${text})]`
}

function textsOf(value: unknown): string[] {
  if (!Array.isArray(value)) return []
  return [...new Set(value.filter((sample) => sample !== null).map(String))]
}

function descriptionOf({ name, header, note }: PlannedColumn): string {
  const original = name === header ? '' : `${header.replace(/\s+/g, ' ').trim().slice(0, 200)}.`
  return [original, note ?? ''].filter((part) => part !== '').join(' ')
}
