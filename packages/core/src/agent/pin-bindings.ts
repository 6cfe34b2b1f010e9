import { BUILTIN_SERVER_ID, BUILTIN_TOOLS } from '@parley/contract'
import type { OwnerId } from '@parley/db'
import { AppError } from '@parley/errors'
import type { Deps } from '../deps.ts'
import type { ToolBinding } from './agent.ts'

/**
 * Checks that every bound tool exists, is bound once, and has the properties it requires, and pins each external
 * tool to what its server offers now. Throws `invalid_request` with a sentence that names the first thing wrong.
 */
export async function pinBindings(
  deps: Deps,
  owner: OwnerId,
  bindings: readonly ToolBinding[],
): Promise<ToolBinding[]> {
  const seen = new Set<string>()
  for (const { toolName, toolServerId } of bindings) {
    const label = `${toolName} of ${toolServerId}`
    if (seen.has(label)) throw new AppError('invalid_request', `The tool ${label} is listed twice.`)
    seen.add(label)
  }
  return Promise.all(bindings.map((binding) => pinBinding(deps, owner, binding)))
}

async function pinBinding(deps: Deps, owner: OwnerId, binding: ToolBinding): Promise<ToolBinding> {
  const { toolName, toolServerId, properties, approval = 'auto' } = binding
  if (toolServerId !== BUILTIN_SERVER_ID)
    return { ...binding, pinned: await deps.toolServers.pin(owner, binding) }
  if (!BUILTIN_TOOLS.some((name) => name === toolName)) {
    const known = BUILTIN_TOOLS.join(', ')
    throw new AppError(
      'invalid_request',
      `There is no built-in tool ${toolName}; the built-in tools are ${known}.`,
    )
  }
  if (properties.length > 0) {
    throw new AppError('invalid_request', `The built-in tool ${toolName} takes no properties.`)
  }
  if (approval !== 'auto') {
    throw new AppError(
      'invalid_request',
      `The built-in tool ${toolName} only reads what is yours; approval ${approval} is for external tools.`,
    )
  }
  return binding
}
