import { createHash } from 'node:crypto'

const MAX_LENGTH = 64
const HASH_LENGTH = 8

export type NamedTool = { readonly toolServerId: string; readonly toolName: string }

/**
 * Returns the names that the model sees, in the order of the tools. A name joins the server's short name and
 * the tool's, in 1 to 64 characters of a-z, A-Z, 0-9, _ and -. It does not depend on the other tools, unless
 * two are equal or one is reserved: those end in a hash of server and tool.
 */
export function nameTools(
  tools: readonly NamedTool[],
  reservedNames: readonly string[] = [],
): readonly string[] {
  const plain = tools.map(plainName)
  const taken = new Set(reservedNames)
  return tools.map((tool, index) => {
    const name = plain[index] ?? ''
    const isShared = plain.filter((other) => other === name).length > 1
    const unique = isShared || taken.has(name) || name.length > MAX_LENGTH ? withHash(name, tool) : name
    return claim(unique, taken)
  })
}

function plainName({ toolServerId, toolName }: NamedTool): string {
  const server = clean(toolServerId.split('/').at(-1) ?? toolServerId)
  return `${server}_${clean(toolName)}`
}

function clean(text: string): string {
  return text.replaceAll(/[^a-zA-Z0-9_-]+/g, '_').replaceAll(/^_+|_+$/g, '') || 'tool'
}

function withHash(name: string, { toolServerId, toolName }: NamedTool): string {
  const hash = createHash('sha256')
    .update(JSON.stringify([toolServerId, toolName]))
    .digest('hex')
  return `${name.slice(0, MAX_LENGTH - HASH_LENGTH - 1)}_${hash.slice(0, HASH_LENGTH)}`
}

/** A tool that is bound twice still collides after hashing, so the later one gets a number. */
function claim(name: string, taken: Set<string>): string {
  let candidate = name
  for (let number = 2; taken.has(candidate); number++) {
    candidate = `${name.slice(0, MAX_LENGTH - String(number).length - 1)}_${number}`
  }
  taken.add(candidate)
  return candidate
}
