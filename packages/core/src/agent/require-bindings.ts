import { BUILTIN_SERVER_ID, BUILTIN_TOOLS } from '@parley/contract'
import type { OwnerId } from '@parley/db'
import { AppError } from '@parley/errors'
import type { Deps } from '../deps.ts'
import type { ToolBinding } from './agent.ts'

/**
 * Checks that every bound tool exists, is bound once, and has the properties it requires. Throws
 * `invalid_request` with a sentence that names the first thing that is wrong.
 */
export async function requireBindings(
  deps: Deps,
  owner: OwnerId,
  bindings: readonly ToolBinding[],
): Promise<void> {
  const seen = new Set<string>()
  for (const binding of bindings) {
    const label = `${binding.toolName} of ${binding.toolServerId}`
    if (seen.has(label)) throw new AppError('invalid_request', `The tool ${label} is listed twice.`)
    seen.add(label)
    const problem = await findProblem(deps, owner, binding)
    if (problem) throw new AppError('invalid_request', problem)
  }
}

async function findProblem(deps: Deps, owner: OwnerId, binding: ToolBinding): Promise<string | null> {
  if (binding.toolServerId !== BUILTIN_SERVER_ID) return deps.toolServers.findProblem(owner, binding)
  if (!BUILTIN_TOOLS.some((name) => name === binding.toolName)) {
    return `There is no built-in tool ${binding.toolName}; the built-in tools are ${BUILTIN_TOOLS.join(', ')}.`
  }
  if (binding.properties.length > 0) return `The built-in tool ${binding.toolName} takes no properties.`
  return null
}
