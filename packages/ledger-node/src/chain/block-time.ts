import { BLOCK_INTERVAL_MS } from '../constants.ts'
import type { Script } from '../script/script.ts'

/** The time of a block, in milliseconds since 1970. */
export function blockTimeMs({ genesisTime }: Pick<Script, 'genesisTime'>, height: number): number {
  return Date.parse(genesisTime) + height * BLOCK_INTERVAL_MS
}
