import { type Database, listRuns as findRuns, type ListedRun, type OwnerId, type RunFilter } from '@parley/db'
import { TIME, UUID } from '../page/cursor.ts'
import { type Page, type PageRequest, readPage } from '../page/read-page.ts'

type Deps = { readonly db: Database }

type Wanted = PageRequest & { readonly filter: RunFilter }

/**
 * Returns a page of the owner's runs, newest first. Runs that begin between two calls change no later page. Throws
 * `invalid_request` for a text that is not the cursor of this list.
 */
export async function listRuns(
  { db }: Deps,
  owner: OwnerId,
  { filter, ...request }: Wanted,
): Promise<Page<ListedRun>> {
  return await readPage({
    list: { name: 'run.list', owner, filter },
    request,
    forms: [TIME, UUID],
    placeOf: ({ createdAt, runId }) => [createdAt, runId],
    read: (limit, behind) =>
      findRuns(db, owner, {
        filter,
        limit,
        ...(behind && { behind: { createdAt: behind[0], runId: behind[1] } }),
      }),
  })
}
