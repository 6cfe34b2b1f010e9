import {
  type Database,
  listRuns as findRuns,
  type ListedRun,
  type OwnerId,
  type RunFilter,
  type RunPlace,
} from '@parley/db'
import { AppError } from '@parley/errors'

type Deps = { readonly db: Database }

export type RunPage = {
  readonly runs: readonly ListedRun[]
  /** Where the next page begins; null after the last run. */
  readonly nextCursor: string | null
}

type Wanted = { readonly filter: RunFilter; readonly limit: number; readonly cursor?: string }

/**
 * Returns a page of the owner's runs, newest first. Runs that begin between two calls change no later page. Throws
 * `invalid_request` for a text that is no cursor.
 */
export async function listRuns(
  deps: Deps,
  owner: OwnerId,
  { filter, limit, cursor }: Wanted,
): Promise<RunPage> {
  const behind = cursor === undefined ? undefined : readCursor(cursor)
  // One run more tells whether there is a next page.
  const found = await findRuns(deps.db, owner, { filter, limit: limit + 1, ...(behind && { behind }) })
  const runs = found.slice(0, limit)
  const last = runs.at(-1)
  return { runs, nextCursor: last && found.length > limit ? writeCursor(last) : null }
}

function writeCursor({ createdAt, runId }: RunPlace): string {
  return Buffer.from(`${createdAt} ${runId}`).toString('base64url')
}

const CURSOR = /^(\d{4}-\d{2}-\d{2}T[\d:.]{8,15}) ([0-9a-f]{8}-[0-9a-f-]{27})$/

function readCursor(cursor: string): RunPlace {
  const [, createdAt, runId] = CURSOR.exec(Buffer.from(cursor, 'base64url').toString()) ?? []
  if (createdAt === undefined || runId === undefined)
    throw new AppError('invalid_request', 'cursor: must be the next_cursor of the page before.')
  return { createdAt, runId }
}
