import type { Tool } from '@parley/agent'
import type { ListedTool, ToolServerDetails, ToolServerSummary } from '@parley/contract'
import type { OwnerId } from '@parley/db'
import type {
  AcceptedDefinition,
  AskOwner,
  JsonObject,
  OpenedBinding,
  SaveArtifact,
  ToolProperty,
  UnusableTool,
} from '@parley/domain'

export type ServerPage = {
  readonly servers: readonly ToolServerSummary[]
  /** Null when the registry does not state it. */
  readonly total: number | null
}

/** A tool server with the configuration of one owner. */
export type ConfiguredServer = { readonly toolServerId: string; readonly properties: readonly ToolProperty[] }

/** What the mcp package does for the use cases. */
export type ToolServerDeps = {
  /**
   * Returns one page of a registry search; pages start at 1. Throws `upstream_failed` or `upstream_timeout`.
   */
  readonly search: (query: string, page: number) => Promise<ServerPage>
  /**
   * Returns the details of a server. Asks the server for its tools when the registry lists none. Null when no
   * registry lists the server.
   */
  readonly find: (owner: OwnerId, qualifiedName: string) => Promise<ToolServerDetails | null>
  /**
   * Returns the tools that a server has now. Throws `not_found` when no registry lists it, otherwise like
   * `pin` for servers.
   */
  readonly listTools: (owner: OwnerId, server: ConfiguredServer) => Promise<ListedTool[]>
  /**
   * Checks a binding against registry and server. Returns what is stored with it: the tool as its owner
   * accepts it now. Throws `invalid_request` with a sentence that says what is wrong, and `conflict` when the
   * tool is not the one that the owner accepts.
   */
  readonly pin: (owner: OwnerId, binding: OpenedBinding, accepted?: AcceptedDefinition) => Promise<JsonObject>
  /** The bound external tools, ready to be called in one run. */
  readonly openTools: (
    owner: OwnerId,
    run: {
      readonly bindings: readonly OpenedBinding[]
      readonly saveArtifact: SaveArtifact
      readonly approve: AskOwner
    },
  ) => Promise<readonly Tool[]>
  /** Returns the bound external tools that changed since they were accepted, or cannot be called. */
  readonly findProblems: (
    owner: OwnerId,
    bindings: readonly OpenedBinding[],
  ) => Promise<readonly UnusableTool[]>
}
