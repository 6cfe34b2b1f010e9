import type { DuckDBConnection } from '@duckdb/node-api'
import { type ChosenType, fitToType, type ReadingSettings } from '@parley/domain'
import type { PlannedColumn } from './column-plan.ts'

type Plan = {
  readonly from: string
  readonly columns: readonly PlannedColumn[]
  /** What the owner chose for the table. */
  readonly chosen: ReadingSettings
}

/** Gives columns the types that the owner chose, and notes how many values did not fit. */
export async function fitColumns(
  connection: DuckDBConnection,
  { from, columns, chosen: { columnTypes = {} } }: Plan,
): Promise<PlannedColumn[]> {
  const fitted: PlannedColumn[] = []
  for (const column of columns) {
    const type = Object.hasOwn(columnTypes, column.name) ? columnTypes[column.name] : undefined
    fitted.push(type === undefined ? column : await fitColumn(connection, { from, column, type }))
  }
  return fitted
}

async function fitColumn(
  connection: DuckDBConnection,
  { from, column, type }: { from: string; column: PlannedColumn; type: ChosenType },
): Promise<PlannedColumn> {
  const expression = fitToType(column.expression, type)
  const counted = await connection.runAndReadAll(
    `SELECT count(*) FROM ${from} WHERE ${column.expression} IS NOT NULL AND ${expression} IS NULL`,
  )
  const lost = Number(counted.getRowsJson()[0]?.[0] ?? 0)
  return { ...column, expression, note: noteOf(type, lost), kind: 'chosen_type' }
}

function noteOf(type: ChosenType, lost: number): string {
  const chosen = `You chose the type ${type}.`
  if (lost === 0) return chosen
  return `${chosen} ${lost === 1 ? '1 value does not fit and is' : `${lost} values do not fit and are`} empty.`
}
