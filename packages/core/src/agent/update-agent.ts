import { updateAgent as changeAgent, type Database, type OwnerId } from '@parley/db'
import { AppError } from '@parley/errors'
import type { DataDeps } from '../data-source/data-deps.ts'
import { isTemplate } from '../llm-config/llm-config.ts'
import type { Cipher } from '../secrets/cipher.ts'
import type { ToolServerDeps } from '../tool-server/tool-server-deps.ts'
import { openReadableBindings, sealBindings, toStoredLimits } from './agent.ts'
import { missingConfig, type NewAgent } from './create-agent.ts'
import { getSealedAgent } from './get-agent.ts'
import { keepMaskedValues } from './keep-masked-values.ts'
import { pinBindings } from './pin-bindings.ts'
import { requireDataSources } from './select-data-sources.ts'

type Deps = {
  readonly db: Database
  readonly cipher: Cipher
  readonly data: DataDeps
  readonly toolServers: ToolServerDeps
  readonly now: () => Date
}

export type AgentUpdate = {
  readonly agentId: string
  readonly change: Partial<NewAgent>
  /** False when the caller receives property values as empty, and sends them back empty. */
  readonly seesSecrets: boolean
}

/**
 * Changes the fields that were sent. Throws `not_found`, `invalid_request`, and `forbidden` for a template and as
 * `keepMaskedValues` does.
 */
export async function updateAgent(
  deps: Deps,
  owner: OwnerId,
  { agentId, change, seesSecrets }: AgentUpdate,
): Promise<void> {
  const before = await getSealedAgent(deps, owner, agentId)
  if (isTemplate(before)) throw new AppError('forbidden', 'A template cannot be changed; copy it first.')

  // A form sends back what the agent had before, and such a data source may have been deleted since.
  const added = change.dataSourceIds?.filter((id) => !before.dataSourceIds?.includes(id)) ?? null
  await requireDataSources(deps, owner, added)
  const { tools, limits, ...fields } = change
  // Tools that are sent replace those whose properties cannot be read.
  const held = tools ? openReadableBindings(deps, owner, before) : []
  const bindings = tools && (seesSecrets ? tools : keepMaskedValues(tools, held))
  const pinned = bindings && (await pinBindings(deps, owner, { bindings, before: held }))
  const sealed = pinned && { tools: sealBindings(deps, pinned, { agentId, owner }) }
  const result = await changeAgent(deps.db, owner, {
    id: agentId,
    ...fields,
    ...sealed,
    ...(limits && { limits: toStoredLimits(limits) }),
  })
  if (result === 'missing') throw new AppError('not_found', 'There is no agent with this id.')
  if (result === 'missing_config') throw missingConfig(change.modelConfigId)
}
