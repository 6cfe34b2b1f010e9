import type { OwnerId } from '@parley/db'
import type { JsonObject, SamplingParams } from '@parley/domain'
import { AppError } from '@parley/errors'
import { getAgent } from '../agent/get-agent.ts'
import { answerQuery } from '../chat/answer-query.ts'
import type { TurnDeps } from '../chat/prepare-turn.ts'
import { DEFAULT_PERSONA_ID } from '../persona/persona.ts'
import type { QuotaLimits } from '../quota.ts'
import type { AnswerEvent } from '../run/answer-event.ts'
import type { RunEventLog } from '../run/run-event-log.ts'
import type { TurnLimits, TurnsInFlight } from '../run/turns-in-flight.ts'
import { branchSession } from '../session/branch-session.ts'
import { createSession } from '../session/create-session.ts'
import { deleteSession } from '../session/delete-session.ts'
import { findAnswerPlace } from './find-answer-place.ts'
import { getResponse, listNewestRuns, type StoredResponse } from './get-response.ts'

type Deps = TurnDeps & {
  readonly turns: TurnsInFlight
  readonly runEvents: RunEventLog
  readonly limits: TurnLimits & QuotaLimits
}

export type NewResponse = {
  readonly agentId: string
  /** The response that this one continues; null begins a conversation. */
  readonly previousRunId: string | null
  /** For this answer alone; may be empty. */
  readonly instructions: string
  readonly prompt: string
  readonly params: SamplingParams
  /** Labels that stay with the response; null for none. */
  readonly metadata: JsonObject | null
  readonly isStreaming: boolean
}

/** Characters of a question that become the name of its session. */
const NAME_LENGTH = 80

/**
 * Answers a question as a stored turn: in a new session, in that of the response before it, or in a branch behind that
 * response. The caller must exhaust this generator even after its client has disconnected. Throws `not_found` for a
 * missing agent or response, and what `answerQuery` throws.
 */
export async function* createResponse(
  deps: Deps,
  owner: OwnerId,
  response: NewResponse,
): AsyncGenerator<AnswerEvent, StoredResponse, void> {
  const { agentId, previousRunId, prompt: query, ...options } = response
  await getAgent(deps, owner, agentId)
  const { sessionId, isNew } =
    previousRunId === null
      ? { sessionId: await openSession(deps, owner, { agentId, query }), isNew: true }
      : await continueSession(deps, owner, { agentId, previousRunId })
  let runId: string | null = null
  try {
    const events = answerQuery(deps, owner, { sessionId, query, ...options, isRepaired: false })
    let next = await events.next()
    for (; !next.done; next = await events.next()) {
      if (next.value.type === 'run') runId = next.value.runId
      yield next.value
    }
  } catch (error) {
    // A question that was refused leaves no empty conversation.
    if (runId === null && isNew) await deleteSession(deps, owner, { id: sessionId })
    throw error
  }
  return getResponse(deps, owner, runId ?? '')
}

function openSession(
  deps: Deps,
  owner: OwnerId,
  { agentId, query }: { readonly agentId: string; readonly query: string },
): Promise<string> {
  const [name = ''] = query.trim().split('\n')
  return createSession(deps, owner, {
    agentId,
    name: [...name].slice(0, NAME_LENGTH).join(''),
    personaId: DEFAULT_PERSONA_ID,
  })
}

/** Returns the session of the response, or a new branch that ends with it when the conversation has gone on since. */
async function continueSession(
  deps: Deps,
  owner: OwnerId,
  { agentId, previousRunId }: { readonly agentId: string; readonly previousRunId: string },
): Promise<{ sessionId: string; isNew: boolean }> {
  const previous = await getResponse(deps, owner, previousRunId)
  if (previous.agentId !== agentId) {
    throw new AppError('invalid_request', 'model: must be the agent of the response that is continued.')
  }
  const [newest] = await listNewestRuns(deps, owner, previous.sessionId)
  if (newest?.runId === previousRunId) return { sessionId: previous.sessionId, isNew: false }
  const { sessionId: id, sequence: keep } = await findAnswerPlace(deps, owner, previousRunId)
  return { sessionId: await branchSession(deps, owner, { id, keep }), isNew: true }
}
