import type { DescribeInput, DescribeResult } from '../../sandbox/tasks.ts'
import type { TaskAnswer } from '../task-answer.ts'
import { describeMysql } from './describe-mysql.ts'
import { describePostgres } from './describe-postgres.ts'
import { describeSqlite } from './describe-sqlite.ts'

/** Reads the catalog of a database: tables, columns, comments, keys, row estimates and samples of values. */
export async function describeDatabase({
  target,
  timeoutMs,
}: DescribeInput): Promise<TaskAnswer<DescribeResult>> {
  switch (target.kind) {
    case 'postgresql':
      return { result: await describePostgres(target, timeoutMs) }
    case 'mysql':
      return { result: await describeMysql(target, timeoutMs) }
    case 'sqlite':
      return { result: { tables: await describeSqlite(target.path), warnings: [] } }
  }
}
