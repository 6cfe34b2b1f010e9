import type { JsonObject, ResultColumn } from '@parley/domain'
import type { QueryInput } from '../sandbox/tasks.ts'
import type { ParquetContext } from '../sql/write-parquet.ts'

/** A Parquet file of one result on the local disk. */
export type WholeFile = { readonly file: string; readonly columns: readonly ResultColumn[] }

/** The table of the file in a statement. */
export const WHOLE_TABLE = '"result"."rows"'

/** Selects from a file in a sandbox child. Empty when that fails. */
export async function selectFrom(
  whole: WholeFile,
  { sql, timeoutMs, limits }: Pick<QueryInput, 'sql' | 'timeoutMs'> & { limits: QueryInput['kept'] },
  { sandbox, ownerId, signal }: Pick<ParquetContext, 'sandbox' | 'ownerId' | 'signal'>,
): Promise<readonly JsonObject[]> {
  const { file } = whole
  const outcome = await sandbox.run('query', {
    ownerId,
    input: {
      views: [{ schema: 'result', name: 'rows', file }],
      sql,
      timeoutMs,
      preview: limits,
      kept: limits,
      isEstimated: false,
    },
    signal,
  })
  return outcome.ok ? outcome.result.rows : []
}
