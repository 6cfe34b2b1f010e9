import { type Agent, agentColumns } from '../agent.ts'
import type { Database } from '../database.ts'
import { type LlmConfig, llmConfigColumns } from '../llm-config.ts'
import { messageColumns, newestMessages, type StoredMessage } from '../message.ts'
import type { OwnerId } from '../owner.ts'
import { jsonObject } from '../select-list.ts'
import { type Session, sessionColumns } from '../session.ts'
import { prepare } from '../statement.ts'

export type NewTurn = {
  readonly sessionId: string
  /** A new UUID. */
  readonly runId: string
  readonly query: string
  /** Names the process that answers. */
  readonly leaseOwner: string
  readonly leaseMs: number
  /** How many of the newest messages to read. */
  readonly historyLimit: number
}

export type TurnContext = {
  readonly session: Omit<Session, 'userId'>
  readonly agent: Agent
  readonly config: LlmConfig
  /** What stands in the session in front of this question, oldest first: no more than the limit, and than two megabytes of text. */
  readonly history: Pick<StoredMessage, 'role' | 'content' | 'status'>[]
}

export type BegunTurn =
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
]

// The session's lock comes first, here and wherever else a turn is written, so that nobody waits crosswise.
const claimTurn = prepare<ClaimValues, { sequence: number | null }>(
  'claim_turn',
  `with claimed as (
     select id from sessions where id = $2 and user_id = $1 for no key update
   ), run as (
     insert into runs (id, session_id, status, lease_owner, lease_expires_at)
     select $3, id, 'running', $5, clock_timestamp() + $6 * interval '1 millisecond' from claimed
     on conflict (session_id) where status = 'running' do nothing
     returning id
   ), counted as (
     update sessions set last_sequence = last_sequence + 1 where id = $2 and exists (select from run)
     returning id, last_sequence
   ), question as (
     insert into messages (session_id, sequence, role, content) select id, last_sequence, 'user', $4 from counted
   )
   select last_sequence as sequence from claimed left join counted on true`,
)

type ContextRow = Omit<TurnContext, 'config'> & {
  config: Omit<LlmConfig, 'apiKeyCipher'>
  apiKeyCipher: Buffer | null
}

const { role, content, status } = messageColumns

// A statement of its own: what the turn before has just committed is visible to it, and was not yet to the
// statement above if that had to wait.
const selectContext = prepare<[sessionId: string, sequence: number, historyLimit: number], ContextRow>(
  'select_turn_context',
  `select ${jsonObject(sessionColumns)} as session, ${jsonObject(agentColumns)} as agent,
     ${jsonObject(llmConfigColumns)} as config, c.api_key_cipher as "apiKeyCipher",
     coalesce((select json_agg(${jsonObject({ role, content, status })} order by m.sequence)
       from ${newestMessages({ before: '$2', limit: '$3' })} m), '[]') as history
   from sessions s
     join agents a on a.id = s.agent_id join users au on au.id = a.user_id
     join llm_configs c on c.id = a.model_config_id join users cu on cu.id = c.user_id
   where s.id = $1`,
)

/**
 * Begins a turn: commits the question and a run under a lease, then reads all that the answer needs.
 * `busy` when a turn of this session is under way, `missing_session` when the owner has no such session;
 * nothing is written then. Source: design, decision 3.
 */
export async function beginTurn(db: Database, owner: OwnerId, turn: NewTurn): Promise<BegunTurn> {
  const { sessionId, runId, query, leaseOwner, leaseMs, historyLimit } = turn
  const [claim] = await claimTurn(db.pool, [owner, sessionId, runId, query, leaseOwner, leaseMs])
  if (!claim) return { kind: 'missing_session' }
  if (claim.sequence === null) return { kind: 'busy' }

  const [context] = await selectContext(db.pool, [sessionId, claim.sequence, historyLimit])
  if (!context) return { kind: 'missing_session' }
  const { config, apiKeyCipher, ...others } = context
  return { kind: 'begun', ...others, config: { ...config, apiKeyCipher } }
}
