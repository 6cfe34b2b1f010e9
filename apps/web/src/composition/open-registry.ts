import {
  cacheRegistry,
  createCatalog,
  createOfficialRegistry,
  createSmithery,
  mergeRegistries,
  type Registry,
  readCatalogClients,
  readCatalogFile,
  type SignInInput,
  withAddresses,
} from '@parley/mcp'
import type { Egress } from '@parley/net'
import type { RegistryName, Settings } from '../env.ts'

/** Opens the configured tool server registries, merged into one, and servers by their URLs. Replies are cached for a minute. */
export async function openRegistry({ registries }: Settings, egress: Egress): Promise<Registry> {
  const { fetch } = egress.for('registry')
  const ownEntries = registries.catalogFile ? await readCatalogFile(registries.catalogFile) : []
  const open: Record<RegistryName, () => Registry> = {
    catalog: () => createCatalog(ownEntries),
    smithery: () =>
      createSmithery({
        fetch,
        ...(registries.url && { url: registries.url }),
        ...(registries.smitheryApiKey && { apiKey: registries.smitheryApiKey }),
      }),
    official: () => createOfficialRegistry({ fetch, ...(registries.url && { url: registries.url }) }),
  }
  return withAddresses(cacheRegistry(mergeRegistries(registries.names.map((name) => open[name]()))))
}

/** Returns the OAuth client that the operator registered for a tool server; see the catalog file. */
export async function openRegisteredClients({
  registries,
}: Settings): Promise<NonNullable<SignInInput['registeredClient']>> {
  const clients = registries.catalogFile ? await readCatalogClients(registries.catalogFile) : new Map()
  return ({ toolServerId }) => clients.get(toolServerId)
}
