import type { Database } from '../database.ts'
import { inTransaction, prepare } from '../statement.ts'
import { addDeliveries, RUN_ENDED } from '../webhook/add-deliveries.ts'

export type RecoveredTurn = { readonly runId: string; readonly sessionId: string }

/** The message that the history shows in place of an unfinished answer. */
const INTERRUPTED_ANSWER = 'This answer was interrupted before it was finished. Please ask again.'

// Skips sessions that another transaction is writing to, and runs whose lease is being renewed: without a wait there is no
// deadlock between processes that lock many runs in different orders. The next call closes what was skipped.
const takeExpired = prepare('take_expired_turns')<[limit: number], RecoveredTurn>(`
  with expired as (
    select r.id from runs r join sessions s on s.id = r.session_id
    where r.status = 'running' and r.lease_expires_at < clock_timestamp()
    order by r.lease_expires_at limit $1 for no key update of s, r skip locked
  )
  update runs set status = 'interrupted', lease_owner = null, finished_at = iso_now() from expired
  where runs.id = expired.id and runs.status = 'running' and runs.lease_expires_at < clock_timestamp()
  returning runs.id as "runId", session_id as "sessionId"
`)

// A second statement, whose snapshot includes every step stored before the runs were taken.
const closeTurns = prepare('close_expired_turns')<[runIds: string[], answer: string], object>(`
  with run as (
    select id, session_id, user_id, status, (select coalesce(max(step_id), 0) from steps where run_id = runs.id) as steps
    from runs where id = any($1::uuid[])
  ), counted as (
    update sessions set last_sequence = last_sequence + 1, last_active_at = iso_now()
    from run where sessions.id = run.session_id
    returning sessions.id, last_sequence, run.id as run_id, run.steps
  ), answer as (
    insert into messages (session_id, sequence, role, content, type, status, written_by, run_id)
    select id, last_sequence, 'assistant', $2, case when steps = 0 then 'chat' else 'message' end, 'interrupted', run_id,
      case when steps = 0 then '' else run_id::text end from counted
  ), ${addDeliveries({ event: 'run.ended', from: 'run', data: RUN_ENDED })}
  insert into steps (run_id, step_id, agent_name, output, status, created_at, duration_ms)
  select run_id, steps + 1, 'final_response', json_build_object('content', $2::text), 'error', iso_now() || 'Z', 0
  from counted
`)

/**
 * Closes at most `limit` runs whose lease has expired by the database's clock: each becomes `interrupted` with a
 * closing message and a closing step, all in one transaction. The service calls it at start and every few seconds on
 * every replica; two replicas never close the same run.
 */
export async function recoverTurns(db: Database, { limit }: { limit: number }): Promise<RecoveredTurn[]> {
  return await inTransaction(db, async (connection) => {
    const recovered = await takeExpired(connection, [limit])
    if (recovered.length > 0) {
      await closeTurns(connection, [recovered.map(({ runId }) => runId), INTERRUPTED_ANSWER])
    }
    return recovered
  })
}
