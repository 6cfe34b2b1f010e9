export type { Fetch } from './fetch.ts'
export { cacheRegistry } from './registry/cache-registry.ts'
export { type CatalogueEntry, createCatalogue, readCatalogueFile } from './registry/create-catalogue.ts'
export { createOfficialRegistry, type OfficialRegistryOptions } from './registry/create-official-registry.ts'
export { createSmithery, type SmitheryOptions } from './registry/create-smithery.ts'
export { mergeRegistries } from './registry/merge-registries.ts'
export {
  type Registry,
  type RegistrySearch,
  SEARCH_PAGE_SIZE,
  type SearchPage,
  type ServerConnection,
  type ServerToolSummary,
  type ToolServerDetails,
  type ToolServerSummary,
} from './registry/types.ts'
