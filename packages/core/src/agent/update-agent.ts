import { updateAgent as changeAgent, type OwnerId } from '@parley/db'
import { AppError } from '@parley/errors'
import type { Deps } from '../deps.ts'
import { isTemplate } from '../llm-config/llm-config.ts'
import { sealBindings, toStoredLimits } from './agent.ts'
import { missingConfig, type NewAgent } from './create-agent.ts'
import { getAgent } from './get-agent.ts'
import { pinBindings } from './pin-bindings.ts'

/** Changes the fields that were sent. Throws `not_found`, `forbidden` for a template, `invalid_request`. */
export async function updateAgent(
  deps: Deps,
  owner: OwnerId,
  { agentId, change }: { readonly agentId: string; readonly change: Partial<NewAgent> },
): Promise<void> {
  const before = await getAgent(deps, owner, agentId)
  if (isTemplate(before)) throw new AppError('forbidden', 'A template cannot be changed; copy it first.')

  const { tools, limits, ...fields } = change
  const pinned = tools && (await pinBindings(deps, owner, { bindings: tools, before: before.tools }))
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
