import type { JsonObject } from '@parley/domain'
import * as z from 'zod'
import { instant, link } from './read-entry.ts'
import type { RegistryEntry, RegistryServer, ServerConnection } from './types.ts'

export type Entry = z.infer<typeof Entry>
type Input = z.infer<typeof Input>
type Remote = z.infer<typeof Remote>

/** Reads a server entry of the official registry; null for a deleted one or one without a name. */
export function readEntry(value: unknown): Entry | null {
  const parsed = Entry.safeParse(value)
  if (!parsed.success || parsed.data._meta[OFFICIAL].status === 'deleted') return null
  return parsed.data
}

/** The official registry has no use counts. The website or the repository is the home page. */
export function toSummary({ server, _meta }: Entry): RegistryEntry {
  return {
    qualifiedName: server.name,
    displayName: server.title || server.name,
    description: server.description,
    createdAt: _meta[OFFICIAL].publishedAt,
    useCount: 0,
    homepage: server.websiteUrl || server.repository.url,
  }
}

/**
 * Only remotes become connections. Packages would have to run here, and the service starts no process from
 * stored data.
 */
export function toDetails({ server }: Entry): RegistryServer {
  return {
    qualifiedName: server.name,
    displayName: server.title || server.name,
    remote: server.remotes.length > 0,
    iconUrl: server.icons[0]?.src ?? '',
    connections: server.remotes.map(toConnection),
    // True would claim a scan that did not happen.
    security: { scanPassed: false },
    tools: [],
  }
}

function toConnection(remote: Remote): ServerConnection {
  const properties: JsonObject = {}
  const required: string[] = []
  const add = (key: string, input: Input, from: JsonObject) => {
    properties[key] = { ...toProperty(input), 'x-from': from }
    if (input.isRequired && input.default === undefined && input.value === undefined) required.push(key)
  }

  for (const [key, input] of Object.entries(remote.variables)) add(key, input, { url: key })
  for (const header of remote.headers) {
    const variables = Object.entries(header.variables)
    for (const [key, input] of variables)
      add(key, input, { header: header.name, template: header.value ?? '' })
    if (variables.length === 0) add(header.name, header, { header: header.name })
  }
  return {
    type: remote.type === 'sse' ? 'sse' : 'http',
    deploymentUrl: remote.url,
    configSchema: { type: 'object', properties, required },
  }
}

function toProperty(input: Input): JsonObject {
  const preset = input.value ?? input.default
  return {
    type: input.format === 'number' || input.format === 'boolean' ? input.format : 'string',
    ...(input.description ? { description: input.description } : {}),
    ...(preset === undefined ? {} : { default: preset }),
    ...(input.choices.length > 0 ? { enum: input.choices } : {}),
    ...(input.isSecret ? { format: 'password' } : {}),
  }
}

const OFFICIAL = 'io.modelcontextprotocol.registry/official'

const text = z.string().catch('')
const maybe = z.string().optional().catch(undefined)

const Input = z.object({
  description: text,
  isRequired: z.boolean().catch(false),
  isSecret: z.boolean().catch(false),
  format: text,
  value: maybe,
  default: maybe,
  choices: z.array(z.string()).catch([]),
})

const Variables = z.record(z.string(), Input).catch({})
const Header = Input.extend({ name: z.string().min(1), variables: Variables })
const Remote = z.object({
  type: text,
  url: z.string().min(1),
  variables: Variables,
  headers: z.array(Header).catch([]),
})

const Official = z.object({ status: text, publishedAt: instant })
const Entry = z.object({
  server: z.object({
    name: z.string().trim().min(1).max(500),
    title: text,
    description: text,
    websiteUrl: link,
    repository: z.object({ url: link }).catch({ url: '' }),
    icons: z.array(z.object({ src: link })).catch([]),
    remotes: z.array(Remote).catch([]),
  }),
  _meta: z
    .object({ [OFFICIAL]: Official })
    .catch({ [OFFICIAL]: { status: '', publishedAt: '1970-01-01T00:00:00.000Z' } }),
})
