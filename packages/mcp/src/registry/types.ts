import type { JsonObject } from '@parley/domain'

/** A search result entry with the fields of the specification. */
export type RegistryEntry = {
  readonly qualifiedName: string
  readonly displayName: string
  readonly description: string
  /** ISO 8601, UTC. */
  readonly createdAt: string
  readonly useCount: number
  /** An http(s) address, or empty. */
  readonly homepage: string
}

/**
 * One way to reach a tool server. `type` is `http` (streamable HTTP) or `sse` (the transport of 2024); others
 * are listed but never connected to. In `configSchema`, a property's `x-from` says where its value is sent:
 * `{header, template?}`, `{query}` or `{url}` (a `{name}` in `deploymentUrl`); without one it becomes a query
 * parameter. `x-form: "base64"` on the schema sends the whole configuration as one base64 parameter, as
 * Smithery did until 2025.
 */
export type ServerConnection = {
  readonly type: string
  readonly deploymentUrl: string
  readonly configSchema: JsonObject
}

export type ServerToolSummary = {
  readonly name: string
  readonly description: string
  readonly inputSchema: JsonObject
}

export type RegistryServer = {
  readonly qualifiedName: string
  readonly displayName: string
  readonly remote: boolean
  /** An https address, or empty. */
  readonly iconUrl: string
  readonly connections: readonly ServerConnection[]
  readonly security: { readonly scanPassed: boolean }
  /** Empty when the registry lists no tools. The server itself then lists them. */
  readonly tools: readonly ServerToolSummary[]
}

export const SEARCH_PAGE_SIZE = 10

export type RegistrySearch = {
  readonly query: string
  /** From 1. */
  readonly page: number
  readonly signal?: AbortSignal
}

export type SearchPage = {
  readonly servers: readonly RegistryEntry[]
  readonly page: number
  readonly pageSize: number
  /** Null when the registry does not report it. */
  readonly total: number | null
}

/**
 * A list of tool servers that can be searched. Both functions throw AppError `upstream_failed` or
 * `upstream_timeout` when the registry is down. `server` returns null for an unknown name.
 */
export type Registry = {
  readonly search: (request: RegistrySearch) => Promise<SearchPage>
  readonly server: (qualifiedName: string, signal?: AbortSignal) => Promise<RegistryServer | null>
}
