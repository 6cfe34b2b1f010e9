import { setOwnLimits } from '@parley/db'
import type { OwnLimits } from '@parley/domain'
import { AppError } from '@parley/errors'
import { getUserLimits, type PersonLimits } from './get-user-limits.ts'

type Deps = Parameters<typeof getUserLimits>[0]

/** A change of a person's limits: null takes the person's limit away, and a missing field leaves it. */
type LimitsChange = { readonly [Name in keyof OwnLimits]: OwnLimits[Name] | null | undefined }

/**
 * Sets limits of one person over those of every user, from the person's next request on. Throws `not_found` for a
 * missing user.
 */
export async function updateUserLimits(deps: Deps, id: string, change: LimitsChange): Promise<PersonLimits> {
  if (!(await setOwnLimits(deps.db, id, change)))
    throw new AppError('not_found', 'There is no user with this id.')
  return getUserLimits(deps, id)
}
