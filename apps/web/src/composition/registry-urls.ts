import type { Settings } from '../env.ts'

/** Addresses of this installation's registries, for the egress rules. */
export function registryUrls({ registries }: Settings): string[] {
  const known = {
    catalog: null,
    smithery: 'https://api.smithery.ai',
    official: 'https://registry.modelcontextprotocol.io',
  }
  return registries.names.flatMap((name) => (known[name] === null ? [] : (registries.url ?? known[name])))
}
