import type { JsonObject, RunStep, Usage } from '@parley/domain'
import type { Database } from '../database.ts'
import type { MessageStatus, StoredMessage } from '../message.ts'
import { prepare, rowsOf } from '../statement.ts'
import { addDeliveries, RUN_ENDED } from '../webhook/add-deliveries.ts'
import { type StepColumns, toStepColumns } from './step-columns.ts'

export type FinishedTurn = {
  readonly runId: string
  readonly leaseOwner: string
  readonly status: MessageStatus
  /** The answer for the history; `runId` is empty when no tool was used. */
  readonly message: Pick<StoredMessage, 'content' | 'type' | 'status' | 'runId' | 'artifacts'>
  /** Steps that `recordStep` has not stored. */
  readonly steps?: readonly RunStep[]
  /** `final_response`, numbered after all others. */
  readonly finalStep: RunStep
  /** Null when the vendor reported no usage. */
  readonly usage: Usage | null
  /** Millionths of a US dollar; null without a price. */
  readonly costMicros?: number | null
  /** Which numbers of the answer are proven; null for a run that queried nothing. */
  readonly evidence?: JsonObject | null
}

/** The largest value of the column. */
const MAX_INTEGER = 2_147_483_647

type FinishValues = [
  runId: string,
  leaseOwner: string,
  status: MessageStatus,
  inputTokens: number | null,
  outputTokens: number | null,
  content: string,
  type: string | null,
  messageStatus: string | null,
  shownRunId: string | null,
  artifacts: string | null,
  evidence: string | null,
  costMicros: number | null,
  ...steps: StepColumns,
]

const closeTurn = prepare('finish_turn')<FinishValues, { sequence: number }>(`
  with claimed as (
    select s.id from runs r join sessions s on s.id = r.session_id
    where r.id = $1 and r.status = 'running' and r.lease_owner = $2 for no key update of s
  ), run as (
    update runs set status = $3, input_tokens = $4, output_tokens = $5, cost_micros = $12, finished_at = iso_now()
    from claimed where runs.id = $1 and runs.status = 'running' and runs.lease_owner = $2
    returning runs.id, runs.session_id, runs.user_id, runs.status
  ), counted as (
    update sessions set last_sequence = last_sequence + 1, last_active_at = iso_now(),
      thumbnail = coalesce((select path from json_array_elements_text($10::json) path where path like '%.png' limit 1),
        thumbnail)
    where id = (select session_id from run)
    returning id, last_sequence
  ), answer as (
    insert into messages (session_id, sequence, role, content, type, status, run_id, artifacts, written_by)
    select id, last_sequence, 'assistant', $6, $7, $8, $9, $10::json, $1 from counted
  ), proof as (
    insert into run_evidence (run_id, evidence) select id, $11::json from run where $11::text is not null
  ), trace as (
    insert into steps (run_id, step_id, agent_name, input, output, status, created_at, duration_ms)
    select run.id, step.id, name, input::json, output::json, step.status, began, ms from run, ${rowsOf('$13::int[], $14::text[], $15::text[], $16::text[], $17::text[], $18::text[], $19::int[]')}
      as step (id, name, input, output, status, began, ms)
    on conflict (run_id, step_id) do nothing
  ), ${addDeliveries({ event: 'run.ended', from: 'run', data: RUN_ENDED })}
  select last_sequence as sequence from counted
`)

const selectOutcome = prepare('select_turn_outcome')<
  [runId: string, leaseOwner: string, status: string],
  object
>(`
  select id from runs where id = $1 and lease_owner = $2 and status = $3
`)

/**
 * Ends a turn: stores the answer, the remaining steps and the status together, or nothing. Returns `lost`
 * when the run no longer belongs to this process: its lease expired and it was closed, or its session was
 * deleted. A second call after a lost connection is safe: it returns `finished` for a run that the first call
 * ended.
 */
export async function finishTurn(db: Database, turn: FinishedTurn): Promise<'finished' | 'lost'> {
  const closed = await closeTurn(db.pool, toValues(turn))
  if (closed.length === 1) return 'finished'
  const ended = await selectOutcome(db.pool, [turn.runId, turn.leaseOwner, turn.status])
  return ended.length === 1 ? 'finished' : 'lost'
}

function toValues({
  runId,
  leaseOwner,
  status,
  message,
  steps = [],
  finalStep,
  usage,
  costMicros = null,
  evidence = null,
}: FinishedTurn): FinishValues {
  return [
    runId,
    leaseOwner,
    status,
    usage?.inputTokens ?? null,
    usage?.outputTokens ?? null,
    message.content,
    message.type,
    message.status,
    message.runId,
    message.artifacts && JSON.stringify(message.artifacts),
    evidence && JSON.stringify(evidence),
    costMicros && Math.min(costMicros, MAX_INTEGER),
    ...toStepColumns([...steps, finalStep]),
  ]
}
