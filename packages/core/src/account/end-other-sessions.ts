import { type Database, endSessions } from '@parley/db'
import type { Caller } from '../auth/authenticate.ts'

type Deps = { readonly db: Database }

/** Ends every session of the caller's account except this one, on every replica. API keys are not sessions. */
export async function endOtherSessions(deps: Deps, caller: Caller): Promise<void> {
  const keptTokenId = caller.kind === 'person' ? caller.tokenId : null
  await endSessions(deps.db, caller.owner, { before: new Date(), keptTokenId })
}
