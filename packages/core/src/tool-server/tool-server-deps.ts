import type { JsonObject, Tool } from '@parley/agent'
import type { ListedTool, ToolProblem, ToolServerDetails, ToolServerSummary } from '@parley/contract'
import type { OwnerId } from '@parley/db'
import type { Property, ToolBinding } from '../agent/agent.ts'
import type { SaveArtifact } from '../data-source/data-deps.ts'
import type { AskOwner } from '../run/ask-owner.ts'

export type ServerPage = {
  readonly servers: readonly ToolServerSummary[]
  /** Null where the registry does not say. */
  readonly total: number | null
}

/** A tool server with the configuration of one owner. */
export type ConfiguredServer = { readonly toolServerId: string; readonly properties: readonly Property[] }

/** What the mcp package does for the use cases. */
export type ToolServerDeps = {
  /** One page of a registry search; pages start at 1. Throws `upstream_failed` or `upstream_timeout`. */
  readonly search: (query: string, page: number) => Promise<ServerPage>
  /** Details of a server, tools asked of itself where the registry lists none; null when no registry knows it. */
  readonly find: (owner: OwnerId, qualifiedName: string) => Promise<ToolServerDetails | null>
  /** The tools a server has now; `not_found` when no registry knows it, else throws as `pin` does for servers. */
  readonly listTools: (owner: OwnerId, server: ConfiguredServer) => Promise<ListedTool[]>
  /**
   * Checks a binding against registry and server and returns what is to be stored with it: the tool as its owner
   * accepts it now. Throws `invalid_request` with the sentence that says what is wrong.
   */
  readonly pin: (owner: OwnerId, binding: ToolBinding) => Promise<JsonObject>
  /** The bound external tools, ready to be called in one run. */
  readonly openTools: (
    owner: OwnerId,
    run: {
      readonly bindings: readonly ToolBinding[]
      readonly saveArtifact: SaveArtifact
      readonly approve: AskOwner
    },
  ) => Promise<readonly Tool[]>
  /** Which of the bound external tools cannot be called as they were accepted. */
  readonly findProblems: (owner: OwnerId, bindings: readonly ToolBinding[]) => Promise<readonly ToolProblem[]>
}
