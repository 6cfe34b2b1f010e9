import type { Tool } from '@parley/agent'
import type {
  AcceptedDefinition,
  AskOwner,
  JsonObject,
  OpenedBinding,
  OwnerId,
  SaveArtifact,
  ToolProperty,
  UnusableTool,
} from '@parley/domain'
import { AppError } from '@parley/errors'
import type { Registry, RegistryServer, SearchPage } from '../registry/types.ts'
import type { ToolServers } from '../tool-server/create-tool-servers.ts'
import type { ServerTool } from '../tool-server/types.ts'
import { findConnection } from './find-connection.ts'
import { findToolProblems } from './find-tool-problems.ts'
import { keepAccepted, readPinnedTools } from './pinned-tool.ts'

/** Registry search and external tools, for the owners of agents. */
export type OwnerTools = {
  /** Returns one page of a registry search; pages start at 1. */
  readonly search: (query: string, page: number) => Promise<SearchPage>
  /** Returns the details of a server, with its tools. Null when no registry lists the server. */
  readonly find: (owner: OwnerId, qualifiedName: string) => Promise<FilledServer | null>
  /** Returns the tools that a server has now. Throws `not_found` when no registry lists it. */
  readonly listTools: (
    owner: OwnerId,
    server: ConfiguredToolServer,
  ) => Promise<Omit<ServerTool, 'outputSchema'>[]>
  /**
   * Checks a binding and returns what is stored with it. Throws `invalid_request` with what is wrong, and `conflict`
   * when the tool is not the one that the owner accepts.
   */
  readonly pin: (owner: OwnerId, binding: OpenedBinding, accepted?: AcceptedDefinition) => Promise<JsonObject>
  /** The bound tools, ready to be called in one run. */
  readonly openTools: (owner: OwnerId, run: OwnerRun) => Promise<readonly Tool[]>
  /** Returns the bound tools that changed since they were accepted, or cannot be called. */
  readonly findProblems: (
    owner: OwnerId,
    bindings: readonly OpenedBinding[],
  ) => Promise<readonly UnusableTool[]>
}

/** A server of a registry, with its tools. */
type FilledServer = Omit<RegistryServer, 'connections' | 'tools'> & {
  readonly connections: RegistryServer['connections'][number][]
  readonly tools: RegistryServer['tools'][number][]
}

type ConfiguredToolServer = { readonly toolServerId: string; readonly properties: readonly ToolProperty[] }

type OwnerRun = {
  readonly bindings: readonly OpenedBinding[]
  readonly saveArtifact: SaveArtifact
  readonly approve: AskOwner
}

type OwnerToolsInput = {
  readonly registry: Registry
  readonly servers: ToolServers
  /** Names of other tools and steps that the model already has. */
  readonly reservedNames: readonly string[]
}

/** Creates the external tools of owners over a registry and its servers. */
export function createOwnerTools({ registry, servers, reservedNames }: OwnerToolsInput): OwnerTools {
  return {
    search: (query, page) => registry.search({ query, page }),
    async find(ownerId, qualifiedName) {
      const details = await registry.server(qualifiedName)
      if (!details) return null
      const { connections, tools, ...server } = await servers.fillTools({ ownerId, details })
      return { ...server, connections: [...connections], tools: [...tools] }
    },
    async listTools(ownerId, { toolServerId, properties }) {
      const connection = await findConnection(registry, toolServerId)
      const tools = await servers.listTools({ ownerId, toolServerId, connection, properties })
      return tools.map(({ outputSchema: _, ...tool }) => tool)
    },
    async pin(ownerId, binding, accepted) {
      const details = await registry.server(binding.toolServerId)
      const pinned = await servers.pinBinding({ ownerId, details, binding })
      if (pinned.kind === 'problem') throw new AppError('invalid_request', pinned.message)
      return keepAccepted(pinned.binding, accepted)
    },
    openTools: async (ownerId, { bindings, saveArtifact, approve }) =>
      servers.bindTools({
        ownerId,
        bindings: readPinnedTools(bindings),
        reservedNames,
        saveArtifact,
        approve,
      }),
    findProblems: (ownerId, bindings) => findToolProblems(servers, ownerId, readPinnedTools(bindings)),
  }
}
