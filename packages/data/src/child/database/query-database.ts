import type { QueryResult } from '../../result/query-result.ts'
import type { DatabaseQueryInput } from '../../sandbox/tasks.ts'
import type { TaskAnswer, TaskSink } from '../task-answer.ts'
import { queryMysql } from './query-mysql.ts'
import { queryPostgres } from './query-postgres.ts'
import { querySqlite } from './query-sqlite.ts'

/** Runs one reading statement on a database, with the guards of its kind. */
export async function queryDatabase(
  { target, ...input }: DatabaseQueryInput,
  sink?: TaskSink,
): Promise<TaskAnswer<QueryResult>> {
  switch (target.kind) {
    case 'postgresql':
      return queryPostgres(target, input, sink)
    case 'mysql':
      return queryMysql(target, input, sink)
    case 'sqlite':
      return querySqlite(target.path, input, sink)
  }
}
