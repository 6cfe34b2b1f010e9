import type { Database } from '../database.ts'
import { prepare, withoutWaiting } from '../statement.ts'

const extendLeases = prepare('renew_turn_leases')<
  [runIds: readonly string[], leaseOwner: string, leaseMs: number],
  { runId: string }
>(`
  update runs set lease_expires_at = clock_timestamp() + $3 * interval '1 millisecond' from ${withoutWaiting}
  where id = any($1::uuid[]) and status = 'running' and lease_owner = $2 returning id as "runId"
`)

/**
 * Extends the leases of runs to `leaseMs` milliseconds from now, in one statement. Returns the ids of the
 * extended runs. A run missing among them was taken over, ended or deleted; the caller should stop its turn.
 */
export async function renewTurnLeases(
  db: Database,
  { runIds, leaseOwner, leaseMs }: { runIds: readonly string[]; leaseOwner: string; leaseMs: number },
): Promise<string[]> {
  const renewed = await extendLeases(db.pool, [runIds, leaseOwner, leaseMs])
  return renewed.map(({ runId }) => runId)
}
