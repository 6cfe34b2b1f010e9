import { randomUUID } from 'node:crypto'
import type { RunLimits } from '@parley/contract'
import { type Database, createAgent as insertAgent, type OwnerId } from '@parley/db'
import type { OpenedBinding } from '@parley/domain'
import { AppError } from '@parley/errors'
import type { DataDeps } from '../data-source/data-deps.ts'
import { type QuotaLimits, requireRoom } from '../quota.ts'
import type { Cipher } from '../secrets/cipher.ts'
import type { ToolServerDeps } from '../tool-server/tool-server-deps.ts'
import { sealBindings, toStoredLimits } from './agent.ts'
import { pinBindings } from './pin-bindings.ts'
import { requireDataSources } from './select-data-sources.ts'

type Deps = {
  readonly db: Database
  readonly cipher: Cipher
  readonly data: DataDeps
  readonly toolServers: ToolServerDeps
  readonly now: () => Date
  readonly limits: QuotaLimits
}

export type NewAgent = {
  readonly name: string
  readonly description: string
  readonly modelConfigId: number
  readonly tools: readonly OpenedBinding[]
  readonly limits: RunLimits
  /** The data sources that its data tools see. Null selects the default ones, see `selectDataSources`. */
  readonly dataSourceIds?: readonly string[] | null
}

/**
 * Stores an agent and returns its id. Throws `invalid_request` for an unknown configuration, tool or data source,
 * `conflict` over the quota.
 */
export async function createAgent(deps: Deps, owner: OwnerId, input: NewAgent): Promise<string> {
  await requireRoom(deps, owner, 'agents')
  const agentId = randomUUID()
  await requireDataSources(deps, owner, input.dataSourceIds ?? null)
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

/** Throws `invalid_request` unless the configuration of an agent is the owner's or a template. */
export function missingConfig(configId: number | undefined): AppError {
  return new AppError(
    'invalid_request',
    `There is no LLM configuration ${configId}; model_config_id must name one of your configurations or templates.`,
  )
}
