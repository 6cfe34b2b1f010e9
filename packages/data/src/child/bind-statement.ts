import type { DuckDBConnection, DuckDBPreparedStatement } from '@duckdb/node-api'
import type { ResultColumn } from '@parley/domain'
import type { BindInput, BindResult } from '../sandbox/tasks.ts'
import { explainSqlError } from './explain-sql-error.ts'
import { openDuckDb, quoteName, quoteText } from './open-duckdb.ts'
import { prepareSelect } from './run-query.ts'
import { text } from './syntax-tree.ts'
import type { TaskAnswer } from './task-answer.ts'
import { TaskError } from './task-error.ts'

/**
 * Binds a SELECT to tables without rows. Returns the columns of its result and, as bytes of JSON, DuckDB's plan before
 * optimization, in which every name is resolved and every conversion is explicit.
 */
export async function bindStatement(input: BindInput): Promise<TaskAnswer<BindResult>> {
  const connection = await connectionTo(input).catch((error) => {
    throw explainSqlError(error)
  })
  try {
    const statement = await prepareSelect(connection, input.sql)
    const columns = columnsOf(statement)
    statement.destroySync()
    const plan = await planOf(connection, input.sql)
    return { result: { columns }, bytes: Buffer.from(plan) }
  } catch (error) {
    throw error instanceof TaskError ? error : explainSqlError(error)
  } finally {
    connection.closeSync()
  }
}

/** The columns as a result of the statement has them: a name that comes again gets a number. */
function columnsOf(statement: DuckDBPreparedStatement): ResultColumn[] {
  const counts = new Map<string, number>()
  return Array.from({ length: statement.columnCount }, (_, index) => {
    const name = statement.columnName(index)
    const count = counts.get(name) ?? 0
    counts.set(name, count + 1)
    return {
      name: count === 0 ? name : `${name}:${count}`,
      type: statement.columnType(index).toString(),
    }
  })
}

async function connectionTo({ tables }: BindInput): Promise<DuckDBConnection> {
  return openDuckDb({ threads: 1 }, async (opened) => {
    for (const { schema, name, columns } of tables) {
      const described = columns.map((column) => `${quoteName(column.name)} ${column.type}`)
      await opened.run(`CREATE SCHEMA IF NOT EXISTS ${quoteName(schema)}`)
      await opened.run(`CREATE TABLE ${quoteName(schema)}.${quoteName(name)} (${described.join(', ')})`)
    }
  })
}

const OPTIONS = 'skip_null := true, skip_empty := true, skip_default := false, optimize := false'

async function planOf(connection: DuckDBConnection, sql: string): Promise<string> {
  const read = await connection.runAndReadAll(`SELECT json_serialize_plan(${quoteText(sql)}, ${OPTIONS})`)
  return text(read.getRowsJson()[0]?.[0])
}
