import {
  type Database,
  getAgent,
  getLlmConfig,
  createSession as insertSession,
  type OwnerId,
} from '@parley/db'
import { AppError } from '@parley/errors'
import { isTemplate } from '../llm-config/llm-config.ts'
import { requirePersona } from '../persona/persona.ts'
import { type QuotaLimits, requireRoom } from '../quota.ts'

type Deps = { readonly db: Database; readonly limits: QuotaLimits }

export type NewSession = { readonly name: string; readonly personaId: number; readonly agentId: string }

/**
 * Creates a session and returns its id. The agent must be the owner's, and neither it nor its configuration a
 * template (docs/spec/agent-service.md#session-template). Throws `invalid_request`, and `conflict` over the
 * quota.
 */
export async function createSession(deps: Deps, owner: OwnerId, input: NewSession): Promise<string> {
  await requireRoom(deps, owner, 'sessions')
  await requirePersona(deps, owner, input.personaId)
  await requireOwnAgent(deps, owner, input.agentId)
  const session = await insertSession(deps.db, owner, input)
  if (!session) throw missingAgent()
  return session.id
}

/** Throws `invalid_request` unless the agent and its configuration belong to the owner. */
export async function requireOwnAgent(
  deps: Pick<Deps, 'db'>,
  owner: OwnerId,
  agentId: string,
): Promise<void> {
  const agent = await getAgent(deps.db, owner, agentId)
  if (!agent) throw missingAgent()
  const config = await getLlmConfig(deps.db, owner, agent.modelConfigId)
  if (isTemplate(agent) || !config || isTemplate(config)) {
    throw new AppError(
      'invalid_request',
      'A template cannot open a session; copy the agent and its LLM configuration first.',
    )
  }
}

/** Throws `invalid_request` unless the agent of a session is one of the owner's. */
export function missingAgent(): AppError {
  return new AppError('invalid_request', 'There is no agent with this agent_id among yours.')
}
