import { BUILTIN_SERVER_ID, BUILTIN_TOOLS, OPTIONAL_TOOLS } from '@parley/contract'
import type { OwnerId } from '@parley/db'
import type { OpenedBinding } from '@parley/domain'
import { AppError, isAppError } from '@parley/errors'
import type { ToolServerDeps } from '../tool-server/tool-server-deps.ts'

type Deps = { readonly toolServers: ToolServerDeps }

/** Error codes of a server that is unreachable or refuses the caller. They do not make a binding invalid. */
const AWAY = new Set(['upstream_failed', 'upstream_timeout', 'unavailable', 'conflict'])

type Bindings = {
  readonly bindings: readonly OpenedBinding[]
  /**
   * The agent's current bindings. A tool that its server has changed keeps the definition that its owner accepted. When
   * its server does not answer, a new binding that equals the current one keeps that definition too.
   */
  readonly before: readonly OpenedBinding[]
}

/**
 * Checks that every bound tool exists, is bound once, and has the properties it requires. Pins each new external
 * tool to the definition that its server offers now. Throws `invalid_request` with a sentence that names the
 * first fault, and the errors of the servers of new bindings.
 */
export async function pinBindings(
  deps: Deps,
  owner: OwnerId,
  { bindings, before }: Bindings,
): Promise<OpenedBinding[]> {
  const seen = new Set<string>()
  for (const { toolName, toolServerId } of bindings) {
    const label = `${toolName} of ${toolServerId}`
    if (seen.has(label)) throw new AppError('invalid_request', `The tool ${label} is listed twice.`)
    seen.add(label)
  }
  return Promise.all(
    bindings.map(async (binding) => {
      if (binding.toolServerId === BUILTIN_SERVER_ID) return checkBuiltin(binding)
      return pinExternal(deps, owner, { binding, held: before.find((other) => isSameTool(other, binding)) })
    }),
  )
}

async function pinExternal(
  deps: Deps,
  owner: OwnerId,
  { binding, held }: { readonly binding: OpenedBinding; readonly held: OpenedBinding | undefined },
): Promise<OpenedBinding> {
  try {
    const accepted = held?.pinned && { held: held.pinned }
    return { ...binding, pinned: await deps.toolServers.pin(owner, binding, accepted) }
  } catch (error) {
    if (!held?.pinned || !hasSameProperties(held, binding)) throw error
    if (!isAppError(error) || !AWAY.has(error.code)) throw error
    return { ...binding, pinned: held.pinned }
  }
}

function isSameTool(a: OpenedBinding, b: OpenedBinding): boolean {
  return a.toolName === b.toolName && a.toolServerId === b.toolServerId
}

/** The approval is not compared: servers do not see it. */
function hasSameProperties(a: OpenedBinding, b: OpenedBinding): boolean {
  const texts = ({ properties }: OpenedBinding) =>
    properties.map(({ key, datatype, value }) => JSON.stringify([key, datatype, value.reveal()])).sort()
  return texts(a).join() === texts(b).join()
}

const BINDABLE = [...BUILTIN_TOOLS, ...OPTIONAL_TOOLS]

function checkBuiltin(binding: OpenedBinding): OpenedBinding {
  const { toolName, properties, approval = 'auto' } = binding
  if (!BINDABLE.some((name) => name === toolName)) {
    const known = BINDABLE.join(', ')
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
      `The built-in tool ${toolName} only reads your data. The approval ${approval} is for external tools; set auto.`,
    )
  }
  return binding
}
