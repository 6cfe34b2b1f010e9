import { type AcceptedDefinition, isJsonObject, type JsonObject, type OpenedBinding } from '@parley/domain'
import { AppError } from '@parley/errors'
import type { ServerToolBinding } from '../tool-server/types.ts'

/** What is stored with a binding: the server's address, and the tool as its owner accepted it. */
type PinnedTool = Pick<ServerToolBinding, 'connection' | 'pin'>

/**
 * Returns what is stored for a tool as its server defines it now: plain JSON. A definition that the owner accepted
 * before is kept when the server's differs. Throws AppError `conflict` when the server no longer has the definition
 * that the owner accepts.
 */
export function keepAccepted(
  { connection, pin }: PinnedTool,
  accepted: AcceptedDefinition | undefined,
): JsonObject {
  if (accepted && 'held' in accepted && readPinnedTool(accepted.held).pin.hash !== pin.hash)
    return accepted.held
  if (accepted && 'definitionHash' in accepted && accepted.definitionHash !== pin.hash) {
    const sentence = 'The server has changed this tool again; read its problem again and accept that.'
    throw new AppError('conflict', sentence)
  }
  return JSON.parse(JSON.stringify({ connection, pin }))
}

/**
 * Reads the pinned tools of bindings. A binding that was stored without one is left out. Throws AppError `internal`
 * for a value that `keepAccepted` did not return.
 */
export function readPinnedTools(bindings: readonly OpenedBinding[]): ServerToolBinding[] {
  return bindings.flatMap(({ pinned, ...binding }) => {
    if (!pinned) return []
    const { connection, pin } = readPinnedTool(pinned)
    return [{ ...binding, connection, pin }]
  })
}

function readPinnedTool(pinned: JsonObject): PinnedTool {
  const value: unknown = pinned
  if (isPinnedTool(value)) return value
  throw new AppError('internal', 'A stored tool binding cannot be read.')
}

function isPinnedTool(value: unknown): value is PinnedTool {
  if (typeof value !== 'object' || value === null || !('connection' in value) || !('pin' in value))
    return false
  const { connection, pin } = value as JsonObject
  return (
    isJsonObject(connection) &&
    typeof connection.deploymentUrl === 'string' &&
    isJsonObject(pin) &&
    typeof pin.hash === 'string' &&
    isJsonObject(pin.tool)
  )
}
