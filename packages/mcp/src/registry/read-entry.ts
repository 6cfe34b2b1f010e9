import type { JsonObject } from '@parley/domain'
import * as z from 'zod'
import type { RegistryEntry, RegistryServer } from './types.ts'

const MAX_TEXT = 4_000
/** Tools and connections that are read of one server. */
const MAX_ENTRIES = 500

/**
 * Reads a search result entry of the Smithery shape; fields may be missing. Returns null without a qualified
 * name. Counts arrive as strings and numbers, links as null.
 */
export function readSummary(value: unknown): RegistryEntry | null {
  const parsed = Summary.safeParse(value)
  return parsed.success ? parsed.data : null
}

/**
 * Reads server details in the Smithery shape of either generation; fields may be missing. Returns null
 * without a qualified name. Connections that are not `http` or `sse` have no address and are only displayed.
 */
export function readDetails(value: unknown): RegistryServer | null {
  const parsed = Details.safeParse(value)
  if (!parsed.success) return null
  const { deploymentUrl, connections, ...rest } = parsed.data
  return {
    ...rest,
    connections: connections.map((connection) => ({
      ...connection,
      deploymentUrl: connection.deploymentUrl || (isReachable(connection.type) ? deploymentUrl : ''),
    })),
  }
}

function isReachable(type: string): boolean {
  return type === 'http' || type === 'sse'
}

const text = z
  .string()
  .transform((value) => value.slice(0, MAX_TEXT))
  .catch('')
const name = z.string().trim().min(1).max(500)

/** Returns an http or https address that a browser may open; empty for any other value. */
export const link = z
  .string()
  .refine((value) => URL.canParse(value) && /^https?:$/.test(new URL(value).protocol))
  .catch('')

/** An ISO 8601 time in UTC. An invalid value becomes 1970-01-01. */
export const instant = z
  .string()
  .refine((value) => !Number.isNaN(Date.parse(value)))
  .transform((value) => new Date(value).toISOString())
  .catch('1970-01-01T00:00:00.000Z')

const object = z.record(z.string(), z.json()).transform((value): JsonObject => value)
const schema = object.catch({})

const count = z
  .union([z.number(), z.string()])
  .transform((value) => Math.floor(Number(value)))
  .pipe(z.int().min(0))
  .catch(0)

/** A list schema that drops invalid entries, and those after the first 500. */
function list<T>(entry: z.ZodType<T>) {
  return z
    .array(z.unknown())
    .catch([])
    .transform((values) =>
      values.slice(0, MAX_ENTRIES).flatMap((value) => {
        const parsed = entry.safeParse(value)
        return parsed.success ? [parsed.data] : []
      }),
    )
}

const Summary = z
  .object({
    qualifiedName: name,
    displayName: text,
    description: text,
    createdAt: instant,
    useCount: count,
    homepage: link,
  })
  .transform((entry) => ({ ...entry, displayName: entry.displayName || entry.qualifiedName }))

const Connection = z.object({ type: z.string().catch('http'), deploymentUrl: text, configSchema: schema })
const Tool = z.object({ name, description: text, inputSchema: schema })

const Details = z
  .object({
    qualifiedName: name,
    displayName: text,
    remote: z.boolean().catch(true),
    iconUrl: link,
    deploymentUrl: text,
    connections: list(Connection),
    security: z.object({ scanPassed: z.boolean().catch(false) }).catch({ scanPassed: false }),
    tools: list(Tool),
  })
  .transform((entry) => ({ ...entry, displayName: entry.displayName || entry.qualifiedName }))
