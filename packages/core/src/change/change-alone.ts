import { type Database, withChangeLease } from '@parley/db'
import { AppError } from '@parley/errors'

/**
 * Does `work` while no other caller of this function works on the same record, in any process. When another caller
 * does, throws `conflict` and leaves `work` undone.
 */
export async function changeAlone<Result extends object>(
  deps: { readonly db: Database },
  record: string,
  work: () => Promise<Result>,
): Promise<Result> {
  const result = await withChangeLease(deps.db, record, work)
  if (result) return result
  throw new AppError('conflict', 'Another change of this record is under way. Send yours again.', {
    retryAfterSeconds: 1,
  })
}
