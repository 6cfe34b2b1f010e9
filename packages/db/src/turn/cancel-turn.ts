import type { Database } from '../database.ts'
import type { OwnerId } from '../owner.ts'
import { prepare } from '../statement.ts'

const requestCancel = prepare('request_turn_cancel')<
  [owner: OwnerId, runId: string],
  { isRunning: boolean }
>(`
  with target as (
    select r.id from runs r join sessions s on s.id = r.session_id where r.id = $2 and s.user_id = $1
  ), asked as (
    update runs set is_cancel_requested = true from target where runs.id = target.id and runs.status = 'running'
    returning runs.id
  )
  select asked.id is not null as "isRunning" from target left join asked on true
`)

const selectRequests = prepare('select_cancel_requests')<[leaseOwner: string], { runId: string }>(
  `select r.id as "runId" from runs r join users u on u.id = r.user_id
  where r.status = 'running' and r.lease_owner = $1 and (r.is_cancel_requested or u.disabled_at is not null)`,
)

/**
 * Asks the process that runs a turn to stop it. Returns `finished` when the run has ended, and `missing` when
 * the owner has no such run.
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

/** Lists the runs of this process that have a cancel request or whose user has been disabled. */
export async function readCancelRequests(db: Database, leaseOwner: string): Promise<string[]> {
  const requests = await selectRequests(db.pool, [leaseOwner])
  return requests.map(({ runId }) => runId)
}
