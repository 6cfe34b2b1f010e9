import {
  type Database,
  listRatings as findRatings,
  type OwnerId,
  type RatingFilter,
  type StoredRating,
} from '@parley/db'
import { TIME, UUID } from '../page/cursor.ts'
import { type Page, type PageRequest, readPage } from '../page/read-page.ts'

type Deps = { readonly db: Database }

type Wanted = PageRequest & { readonly filter: RatingFilter }

/**
 * Returns a page of the owner's ratings, newest first. A rating that is changed between two calls may be on two pages.
 * Throws `invalid_request` for a text that is not the cursor of this list.
 */
export async function listRatings(
  { db }: Deps,
  owner: OwnerId,
  { filter, ...request }: Wanted,
): Promise<Page<StoredRating>> {
  return await readPage({
    list: { name: 'rating.list', owner, filter },
    request,
    forms: [TIME, UUID],
    placeOf: ({ ratedAt, runId }) => [ratedAt, runId],
    read: (limit, behind) =>
      findRatings(db, owner, {
        filter,
        limit,
        ...(behind && { behind: { ratedAt: behind[0], runId: behind[1] } }),
      }),
  })
}
