import type { JsonObject } from '@parley/domain'
import { type AgentRow, agentColumns, type StoredAgent, toAgent } from '../agent.ts'
import type { Artifact } from '../artifact.ts'
import type { Database } from '../database.ts'
import { type LlmConfigRow, llmConfigColumns, type StoredLlmConfig, toLlmConfig } from '../llm-config.ts'
import { messageColumns, newestMessages, type StoredMessage } from '../message.ts'
import type { OwnerId } from '../owner.ts'
import { type RunDataRow, runDataColumns, type StoredRunData, toRunData } from '../run-data.ts'
import { jsonObject } from '../select-list.ts'
import { sessionColumns, type TurnSession } from '../session.ts'
import { prepare, rowsOf } from '../statement.ts'

export type NewTurn = {
  readonly sessionId: string
  /** A new UUID. */
  readonly runId: string
  readonly query: string
  /** The pictures of the question, whose files are stored; empty for none. */
  readonly pictures?: readonly QuestionPicture[]
  /** Labels that the caller gave the run. */
  readonly metadata?: JsonObject | null
  /** The name of the process that runs the turn. */
  readonly leaseOwner: string
  readonly leaseMs: number
  /** Maximum number of messages to read, the newest ones. */
  readonly historyLimit: number
}

/** A picture of a question and where its file is. */
export type QuestionPicture = Pick<Artifact, 'artifactId' | 'fileName' | 'mediaType' | 'bytes' | 'path'> & {
  /** The path below the address of the service. */
  readonly address: string
}

export type TurnContext = {
  readonly session: TurnSession
  readonly agent: StoredAgent
  readonly config: StoredLlmConfig
  /** What the data tools of the owner read; null for an agent without tools. */
  readonly data: StoredRunData | null
  /** The messages before this question, oldest first: at most `historyLimit`, and at most two megabytes of text. */
  readonly history: Pick<StoredMessage, 'role' | 'content' | 'status' | 'artifacts'>[]
}

export type TurnStart =
  | (TurnContext & { readonly kind: 'begun' })
  | { readonly kind: 'missing_session' }
  | { readonly kind: 'busy' }

type ClaimValues = [
  owner: OwnerId,
  sessionId: string,
  runId: string,
  query: string,
  leaseOwner: string,
  leaseMs: number,
  ...pictures: PictureColumns,
  metadata: string | null,
]

type PictureColumns = [
  artifacts: string | null,
  ids: string[],
  fileNames: string[],
  mediaTypes: string[],
  sizes: number[],
  paths: string[],
]

// Every write of a turn takes the session's lock first, to avoid deadlocks.
const claimTurn = prepare('claim_turn')<ClaimValues, { sequence: number | null }>(`
  with claimed as (
    select id from sessions where id = $2 and user_id = $1 for no key update
  ), run as (
    insert into runs (id, session_id, user_id, status, lease_owner, lease_expires_at, metadata)
    select $3, id, $1, 'running', $5, clock_timestamp() + $6 * interval '1 millisecond', $13::json from claimed
    on conflict (session_id) where status = 'running' do nothing
    returning id
  ), counted as (
    update sessions set last_sequence = last_sequence + 1, last_active_at = iso_now()
    where id = $2 and exists (select from run)
    returning id, last_sequence
  ), question as (
    insert into messages (session_id, sequence, role, content, artifacts)
    select id, last_sequence, 'user', $4, $7::json from counted
  ), pictures as (
    insert into artifacts (user_id, artifact_id, file_name, media_type, bytes, path, run_id)
    select $1, picture.id, picture.name, media_type, size, picture.path, run.id
    from run, ${rowsOf('$8::uuid[], $9::text[], $10::text[], $11::int4[], $12::text[]')}
      as picture (id, name, media_type, size, path)
  )
  select last_sequence as sequence from claimed left join counted on true
`)

type ContextRow = Omit<TurnContext, 'agent' | 'config' | 'data'> & {
  agent: AgentRow
  config: Omit<LlmConfigRow, 'apiKeyCipher'>
  apiKeyCipher: Buffer | null
  data: RunDataRow | null
}

const { role, content, status, artifacts } = messageColumns

// A second statement, because its snapshot includes the commit of the previous turn, for which the first one
// waited.
const selectContext = prepare('select_turn_context')<
  [sessionId: string, sequence: number, historyLimit: number],
  ContextRow
>(`
  select ${jsonObject(sessionColumns)} as session, ${jsonObject(agentColumns)} as agent,
    ${jsonObject(llmConfigColumns)} as config, c.api_key_cipher as "apiKeyCipher",
    case when json_array_length(a.tools) > 0
      then (select ${jsonObject(runDataColumns)} from users u where u.id = s.user_id) end as data,
    coalesce((select json_agg(${jsonObject({ role, content, status, artifacts })} order by m.sequence)
      from ${newestMessages({ before: '$2', limit: '$3' })} m), '[]') as history
  from sessions s
    join agents a on a.id = s.agent_id join users au on au.id = a.user_id
    join llm_configs c on c.id = a.model_config_id join users cu on cu.id = c.user_id
  where s.id = $1
`)

/**
 * Begins a turn: commits the question and a run under a lease, then reads everything the answer needs. Writes
 * nothing and returns `busy` while another turn of this session is running, or `missing_session` when the
 * owner has no such session.
 */
export async function beginTurn(db: Database, owner: OwnerId, turn: NewTurn): Promise<TurnStart> {
  const { sessionId, runId, query, leaseOwner, leaseMs, historyLimit, metadata } = turn
  const claimed = [owner, sessionId, runId, query, leaseOwner, leaseMs] as const
  const pictures = toPictureColumns(turn.pictures ?? [])
  const [claim] = await claimTurn(db.pool, [
    ...claimed,
    ...pictures,
    metadata ? JSON.stringify(metadata) : null,
  ])
  if (!claim) return { kind: 'missing_session' }
  if (claim.sequence === null) return { kind: 'busy' }

  const [context] = await selectContext(db.pool, [sessionId, claim.sequence, historyLimit])
  if (!context) return { kind: 'missing_session' }
  const { session, agent, config, apiKeyCipher, data, history } = context
  return {
    kind: 'begun',
    session,
    agent: toAgent(agent),
    config: toLlmConfig({ ...config, apiKeyCipher }),
    data: data && toRunData(data),
    history,
  }
}

function toPictureColumns(pictures: readonly QuestionPicture[]): PictureColumns {
  return [
    pictures.length === 0 ? null : JSON.stringify(pictures.map(({ address }) => address)),
    pictures.map(({ artifactId }) => artifactId),
    pictures.map(({ fileName }) => fileName),
    pictures.map(({ mediaType }) => mediaType),
    pictures.map(({ bytes }) => bytes),
    pictures.map(({ path }) => path),
  ]
}
