import { type Database, sealEvents as sealBatch } from '@parley/db'
import { hashOfLink } from './event-chain.ts'

type Deps = { readonly db: Database; readonly apiKeyPepper: Uint8Array }

/** Batches of 2,000 events that one call seals, so that a flood of events does not outrun the seals. */
const MOST_BATCHES = 20

/** Seals events that no seal covers. Safe to run on several replicas at once. Returns their number. */
export async function sealEvents({ db, apiKeyPepper }: Deps): Promise<number> {
  let total = 0
  for (let batch = 0; batch < MOST_BATCHES; batch++) {
    const sealed = await sealBatch(db, (link) => hashOfLink(apiKeyPepper, link))
    total += sealed
    if (sealed === 0) break
  }
  return total
}
