export type { ToolServerFetch } from './fetch.ts'
export { createOwnerSignIns, type OwnerSignIns } from './owner-tools/create-owner-sign-ins.ts'
export { createOwnerTools, type OwnerTools } from './owner-tools/create-owner-tools.ts'
export { createSignInStore, type SignInRecordStore } from './owner-tools/create-sign-in-store.ts'
export { cacheRegistry } from './registry/cache-registry.ts'
export { type CatalogEntry, createCatalog, readCatalogFile } from './registry/create-catalog.ts'
export { createOfficialRegistry, type OfficialRegistryOptions } from './registry/create-official-registry.ts'
export { createSmithery, type SmitheryOptions } from './registry/create-smithery.ts'
export { mergeRegistries } from './registry/merge-registries.ts'
export { readCatalogClients } from './registry/read-catalog-clients.ts'
export type {
  Registry,
  RegistryEntry,
  RegistrySearch,
  RegistryServer,
  SearchPage,
  ServerConnection,
  ServerToolSummary,
} from './registry/types.ts'
export { withAddresses } from './registry/with-addresses.ts'
export {
  createMcpServer,
  type McpServer,
  type McpServerInput,
  type ServedTool,
} from './server/create-mcp-server.ts'
export { handleNodeRequest } from './server/handle-node-request.ts'
export type { ServedFile } from './server/serve-files.ts'
export { describeClient } from './sign-in/create-provider.ts'
export {
  createSignIn,
  type SignIn,
  type SignInInput,
  type StartedSignIn,
  toolServerOfState,
} from './sign-in/create-sign-in.ts'
export type { PendingSignIn, SignInKey, SignInRecord, SignInStore } from './sign-in/types.ts'
export type { BindRequest } from './tool-server/bind-tools.ts'
export {
  createToolServers,
  type ToolServers,
  type ToolServersInput,
} from './tool-server/create-tool-servers.ts'
export type { FillRequest } from './tool-server/fill-tools.ts'
export { toolHash } from './tool-server/hash-tool.ts'
export type { Pinned, PinRequest } from './tool-server/pin-binding.ts'
export type {
  ServerTarget,
  ServerTool,
  ServerToolBinding,
  ToolHints,
  ToolPin,
} from './tool-server/types.ts'
export { type BindingInput, validateBinding } from './tool-server/validate-binding.ts'
