import type { Database, OwnerId } from '@parley/db'
import type { ErrorCode } from '@parley/errors'
import { recordEvent } from './record-event.ts'

type Deps = { readonly db: Database; readonly apiKeyPepper: Uint8Array }

/** Records that a person met a limit and was refused. */
export async function recordLimitMet(
  deps: Deps,
  owner: OwnerId,
  { limit, outcome }: { readonly limit: string; readonly outcome: ErrorCode },
): Promise<void> {
  const origin = { door: 'service', clientAddress: null } as const
  await recordEvent(deps, { ...origin, owner, action: 'limit.met', outcome, detail: { name: limit } })
}
