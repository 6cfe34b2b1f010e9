import {
  updateUser as changeUser,
  type Database,
  findUser,
  type ListedUser,
  type UserChange,
} from '@parley/db'
import { AppError } from '@parley/errors'

type Deps = { readonly db: Database }

/**
 * Changes a person's role, or disables or enables the account. A disabled account's sessions, keys and turns stop
 * from the next request on, on every replica; its records stay. Throws `not_found` for a missing user and `conflict`
 * when no enabled administrator would remain.
 */
export async function updateUser(deps: Deps, id: string, change: UserChange): Promise<ListedUser> {
  const outcome = await changeUser(deps.db, id, change)
  if (outcome === 'last_administrator') {
    const sentence = 'This is the last administrator. Make another person administrator first.'
    throw new AppError('conflict', sentence)
  }
  const user = outcome === 'changed' ? await findUser(deps.db, id) : null
  if (!user) throw new AppError('not_found', 'There is no user with this id.')
  return user
}
