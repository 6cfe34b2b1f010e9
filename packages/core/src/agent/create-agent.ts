import { randomUUID } from 'node:crypto'
import type { RunLimits } from '@parley/contract'
import { createAgent as insertAgent, type OwnerId } from '@parley/db'
import { AppError } from '@parley/errors'
import type { Deps } from '../deps.ts'
import { sealBindings, type ToolBinding, toStoredLimits } from './agent.ts'
import { pinBindings } from './pin-bindings.ts'

export type NewAgent = {
  readonly name: string
  readonly description: string
  readonly modelConfigId: number
  readonly tools: readonly ToolBinding[]
  readonly limits: RunLimits
}

/** Stores an agent and returns its id. Throws `invalid_request` for an unknown configuration or tool. */
export async function createAgent(deps: Deps, owner: OwnerId, input: NewAgent): Promise<string> {
  const agentId = randomUUID()
  const pinned = await pinBindings(deps, owner, { bindings: input.tools, before: [] })
  const tools = sealBindings(deps, pinned, { agentId, owner })
  const agent = await insertAgent(deps.db, owner, {
    ...input,
    id: agentId,
    tools,
    limits: toStoredLimits(input.limits),
  })
  if (!agent) throw missingConfig(input.modelConfigId)
  return agentId
}

/** The configuration of an agent must be the owner's or a template. */
export function missingConfig(configId: number | undefined): AppError {
  return new AppError(
    'invalid_request',
    `There is no LLM configuration ${configId}; model_config_id must name one of yours.`,
  )
}
