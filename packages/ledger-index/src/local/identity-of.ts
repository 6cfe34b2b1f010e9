import { createHash } from 'node:crypto'
import { stringifyJson } from '@parley/ledger'
import type { Chain } from '@parley/ledger-node'

/** The identity of a local network: a digest of everything that its blocks depend on, except the transactions. */
export function identityOf({ genesis, script }: Pick<Chain, 'genesis' | 'script'>): string {
  const { genesisTime, epochLengthBlocks, consensusValidators } = script
  const text = stringifyJson({ genesis, genesisTime, epochLengthBlocks, consensusValidators })
  return createHash('sha256').update(text).digest('hex')
}
