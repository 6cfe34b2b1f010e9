import type { Tool } from '@modelcontextprotocol/client'
import type { JsonObject } from '@parley/domain'
import { blankJson, blankSecrets } from './blank-secrets.ts'
import type { ClientSession } from './open-connection.ts'
import type { PoolEntry } from './pool.ts'
import type { CallableTool, ServerTool, ToolHints } from './types.ts'

const DEFAULT_LIFETIME_MS = 60_000
const MIN_LIFETIME_MS = 10_000
const MAX_LIFETIME_MS = 300_000
const MAX_NAME = 200

export type ListOptions = {
  readonly listMs: number
  /** Later tools of the list are left out. */
  readonly maxTools: number
  readonly isFresh?: boolean
}

/**
 * Returns the tools of a server. Requests the list again when it is older than the server allows, at most
 * five minutes.
 */
export function listServerTools(
  entry: PoolEntry,
  connection: ClientSession,
  options: ListOptions,
): Promise<readonly CallableTool[]> {
  const held = entry.tools
  // All callers share a request that is under way.
  if (held?.isPending || (held && !options.isFresh && held.expiresAt > Date.now())) return held.list
  const tools = { list: fetchTools(), isPending: true, expiresAt: Date.now() + DEFAULT_LIFETIME_MS }
  entry.tools = tools
  tools.list.catch(() => {
    if (entry.tools === tools) entry.tools = null
  })
  return tools.list

  async function fetchTools(): Promise<readonly CallableTool[]> {
    const reply = await connection.client.listTools(undefined, {
      timeout: options.listMs,
      maxTotalTimeout: options.listMs,
      cacheMode: 'refresh',
    })
    tools.isPending = false
    tools.expiresAt = Date.now() + lifetimeOf(reply)
    return reply.tools
      .slice(0, options.maxTools)
      .filter(isUsable)
      .map((tool) => readTool(tool, entry.address.secrets))
  }
}

function lifetimeOf(reply: object): number {
  const ttlMs = 'ttlMs' in reply && typeof reply.ttlMs === 'number' ? reply.ttlMs : DEFAULT_LIFETIME_MS
  return Math.min(Math.max(ttlMs, MIN_LIFETIME_MS), MAX_LIFETIME_MS)
}

function isUsable(tool: Tool): boolean {
  return tool.name.length > 0 && tool.name.length <= MAX_NAME
}

/** Removes the secrets of the connection from what the owner and the model read of a tool. */
function readTool(definition: Tool, secrets: readonly string[]): CallableTool {
  const { outputSchema, ...rest } = definition
  const tool: ServerTool = {
    name: definition.name,
    description: blankSecrets(definition.description ?? definition.title ?? '', secrets),
    // The tool was parsed from JSON, so it is plain JSON. Without its secrets it is still an object.
    inputSchema: blankJson(definition.inputSchema as JsonObject, secrets) as JsonObject,
    ...(outputSchema ? { outputSchema: outputSchema as JsonObject } : {}),
    hints: readHints(definition.annotations ?? {}),
  }
  return { tool, definition: rest }
}

function readHints(annotations: NonNullable<Tool['annotations']>): ToolHints {
  const { title, readOnlyHint, destructiveHint, idempotentHint, openWorldHint } = annotations
  return {
    ...(title === undefined ? {} : { title }),
    ...(readOnlyHint === undefined ? {} : { readOnlyHint }),
    ...(destructiveHint === undefined ? {} : { destructiveHint }),
    ...(idempotentHint === undefined ? {} : { idempotentHint }),
    ...(openWorldHint === undefined ? {} : { openWorldHint }),
  }
}
