import { beginErasure, type Database, type ErasureAsker, type OwnerId } from '@parley/db'
import { AppError } from '@parley/errors'
import type { DataDeps } from '../data-source/data-deps.ts'

type Deps = { readonly db: Database; readonly data: Pick<DataDeps, 'homeOf'> }

/**
 * Begins to erase a person. The account is disabled when this returns, on every replica; `finishErasures` deletes the
 * rest within seconds. Returns the id under which the receipt is read. Throws `not_found` for a missing user and
 * `conflict` for the last administrator.
 */
export async function eraseUser(
  { db, data }: Deps,
  id: string,
  askedBy: ErasureAsker = 'administrator',
): Promise<string> {
  // Checked against the rows of users before anything changes.
  const home = data.homeOf(id as OwnerId)
  const begun = await beginErasure(db, id, { home, askedBy })
  if (begun === 'last_administrator') {
    const sentence = 'This is the last administrator. Make another person administrator first.'
    throw new AppError('conflict', sentence)
  }
  if (begun === 'missing') throw new AppError('not_found', 'There is no user with this id.')
  return begun.id
}
