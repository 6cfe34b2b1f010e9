import type { Database } from '../database.ts'
import { prepare, withoutWaiting } from '../statement.ts'

const extendLease = prepare<[runId: string, leaseOwner: string, leaseMs: number], object>(
  'renew_turn_lease',
  `update runs set lease_expires_at = clock_timestamp() + $3 * interval '1 millisecond' from ${withoutWaiting}
   where id = $1 and status = 'running' and lease_owner = $2 returning id`,
)

/**
 * Keeps a run for `leaseMs` more milliseconds from now. False when the run has been lost: taken over, ended
 * or deleted; its turn should stop.
 */
export async function renewTurnLease(
  db: Database,
  { runId, leaseOwner, leaseMs }: { runId: string; leaseOwner: string; leaseMs: number },
): Promise<boolean> {
  const renewed = await extendLease(db.pool, [runId, leaseOwner, leaseMs])
  return renewed.length === 1
}
