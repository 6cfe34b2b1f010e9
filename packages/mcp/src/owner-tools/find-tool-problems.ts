import type { DefinedTool, OwnerId, UnusableTool } from '@parley/domain'
import { type AppError, isAppError } from '@parley/errors'
import type { ToolServers } from '../tool-server/create-tool-servers.ts'
import { toolHash } from '../tool-server/hash-tool.ts'
import type { ServerTool, ServerToolBinding } from '../tool-server/types.ts'

/**
 * Asks each server once for its tools and returns the bindings that cannot be called as their owner accepted
 * them.
 */
export async function findToolProblems(
  servers: ToolServers,
  ownerId: OwnerId,
  bindings: readonly ServerToolBinding[],
): Promise<UnusableTool[]> {
  const listings = new Map<string, Promise<readonly ServerTool[] | AppError>>()
  const found = bindings.map(async (binding) => {
    const { toolServerId, connection, properties } = binding
    const values = properties.map(({ key, value }) => [key, value.reveal()])
    const key = JSON.stringify([toolServerId, connection, values])
    const listing = listings.get(key) ?? listTools(servers, { ownerId, toolServerId, connection, properties })
    listings.set(key, listing)
    return describe(binding, await listing)
  })
  return (await Promise.all(found)).filter((problem) => problem !== null)
}

function listTools(
  servers: ToolServers,
  target: Parameters<ToolServers['listTools']>[0],
): Promise<readonly ServerTool[] | AppError> {
  return servers.listTools(target).catch((error: unknown) => {
    if (isAppError(error)) return error
    throw error
  })
}

function describe(
  { toolName, toolServerId, pin }: ServerToolBinding,
  listing: readonly ServerTool[] | AppError,
): UnusableTool | null {
  const problem = (kind: UnusableTool['kind'], message: string): UnusableTool => ({
    toolName,
    toolServerId,
    kind,
    message,
  })
  if (isAppError(listing))
    return problem(listing.code === 'conflict' ? 'needs_sign_in' : 'unreachable', listing.message)
  const tool = listing.find(({ name }) => name === toolName)
  if (!tool) return problem('missing', 'Its server does not have it any more; remove it from the agent.')
  if (toolHash(tool) === pin.hash) return null
  return {
    ...problem(
      'changed',
      'Its description, inputs or hints changed since it was accepted. It is suspended until you accept the change or remove it.',
    ),
    change: { before: toDefinition(pin.tool), after: toDefinition(tool), definitionHash: toolHash(tool) },
  }
}

function toDefinition({ description, inputSchema, hints }: ServerTool): DefinedTool {
  return { description, inputSchema, hints: { ...hints } }
}
