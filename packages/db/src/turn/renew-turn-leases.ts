import type { Database } from '../database.ts'
import { prepare, withoutWaiting } from '../statement.ts'

const extendLeases = prepare<
  [runIds: readonly string[], leaseOwner: string, leaseMs: number],
  { runId: string }
>(
  'renew_turn_leases',
  `update runs set lease_expires_at = clock_timestamp() + $3 * interval '1 millisecond' from ${withoutWaiting}
   where id = any($1::uuid[]) and status = 'running' and lease_owner = $2 returning id as "runId"`,
)

/**
 * Keeps runs for `leaseMs` more milliseconds from now, all in one statement. Gives those that were kept; a run
 * that is not among them has been lost: taken over, ended or deleted; its turn should stop.
 */
export async function renewTurnLeases(
  db: Database,
  { runIds, leaseOwner, leaseMs }: { runIds: readonly string[]; leaseOwner: string; leaseMs: number },
): Promise<string[]> {
  const renewed = await extendLeases(db.pool, [runIds, leaseOwner, leaseMs])
  return renewed.map(({ runId }) => runId)
}
