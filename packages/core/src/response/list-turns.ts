import type { Database, ListedRun, OwnerId } from '@parley/db'
import { listRuns } from '../run/list-runs.ts'

type Deps = { readonly db: Database }

/** Yields the runs of a session, newest first. Reads `limit` at a time. */
export async function* listTurns(
  deps: Deps,
  owner: OwnerId,
  { sessionId, limit = 200 }: { readonly sessionId: string; readonly limit?: number },
): AsyncGenerator<ListedRun, void, void> {
  let cursor: string | null = null
  do {
    const page = await listRuns(deps, owner, {
      filter: { sessionId },
      limit,
      ...(cursor !== null && { cursor }),
    })
    yield* page.rows
    cursor = page.nextCursor
  } while (cursor !== null)
}
