import { createHash } from 'node:crypto'
import { stringifyJson } from '@parley/ledger'
import type { Chain } from '@parley/ledger-node'

/** Tells local networks apart: a digest of everything but their transactions that their blocks depend on. */
export function identityOf({ genesis, script }: Pick<Chain, 'genesis' | 'script'>): string {
  const { genesisTime, epochLengthBlocks, consensusValidators } = script
  const text = stringifyJson({ genesis, genesisTime, epochLengthBlocks, consensusValidators })
  return createHash('sha256').update(text).digest('hex')
}
