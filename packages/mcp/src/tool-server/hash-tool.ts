import { createHash } from 'node:crypto'
import type { JsonValue } from '@parley/domain'
import type { ServerTool } from './types.ts'

/**
 * Returns the hash that a binding is pinned by. It covers what the model and the owner see of a tool: name,
 * description, input schema and hints. The order of keys does not matter.
 */
export function toolHash(tool: ServerTool): string {
  const { name, description, inputSchema, hints } = tool
  const text = canonical([name, description, inputSchema, { ...hints }])
  return `sha256:${createHash('sha256').update(text).digest('hex')}`
}

function canonical(value: JsonValue): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1))
  return `{${entries.map(([key, entry]) => `${JSON.stringify(key)}:${canonical(entry)}`).join(',')}}`
}
