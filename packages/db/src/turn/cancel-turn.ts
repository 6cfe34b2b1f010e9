import type { Database } from '../database.ts'
import type { OwnerId } from '../owner.ts'
import { prepare } from '../statement.ts'

const requestCancel = prepare<[owner: OwnerId, runId: string], { isRunning: boolean }>(
  'request_turn_cancel',
  `with target as (
     select r.id from runs r join sessions s on s.id = r.session_id where r.id = $2 and s.user_id = $1
   ), asked as (
     update runs set is_cancel_requested = true from target where runs.id = target.id and runs.status = 'running'
     returning runs.id
   )
   select asked.id is not null as "isRunning" from target left join asked on true`,
)

const selectRequests = prepare<[leaseOwner: string], { runId: string }>(
  'select_cancel_requests',
  `select id as "runId" from runs where status = 'running' and is_cancel_requested and lease_owner = $1`,
)

/**
 * Asks whichever process answers a run to stop. `finished` when the run has ended, `missing` when the owner
 * has no such run.
 */
export async function requestTurnCancel(
  db: Database,
  owner: OwnerId,
  runId: string,
): Promise<'requested' | 'missing' | 'finished'> {
  const [target] = await requestCancel(db.pool, [owner, runId])
  if (!target) return 'missing'
  return target.isRunning ? 'requested' : 'finished'
}

/** Names the runs that this process answers and that somebody wants stopped. */
export async function readCancelRequests(db: Database, leaseOwner: string): Promise<string[]> {
  const requests = await selectRequests(db.pool, [leaseOwner])
  return requests.map(({ runId }) => runId)
}
