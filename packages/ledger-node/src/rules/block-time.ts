import { BLOCK_INTERVAL_MS } from './constants.ts'

/** The time of a block, in milliseconds since 1970. `genesisTime` is ISO 8601. */
export function blockTimeMs({ genesisTime }: { readonly genesisTime: string }, height: number): number {
  return Date.parse(genesisTime) + height * BLOCK_INTERVAL_MS
}
