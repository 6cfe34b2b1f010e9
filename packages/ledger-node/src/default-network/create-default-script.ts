import type { AssetId, Genesis } from '@parley/ledger'
import { chainIdOf } from '../encoding/chain-id.ts'
import { blockTimeMs } from '../rules/block-time.ts'
import type { Script, ScriptedTransaction } from '../script/script.ts'
import { createdAssetId, encodeTransaction, transactionId } from '../transaction/encode-transaction.ts'
import { DEFAULT_ACCOUNTS, DEFAULT_VALIDATORS, TREASURY } from './default-accounts.ts'
import { defaultStaking } from './default-staking.ts'
import { defaultTransfers } from './default-transfers.ts'

/** The age of the default network at its first start, so that it has a history. */
export const DEFAULT_HISTORY_MS = 3 * 24 * 60 * 60 * 1000

/**
 * Returns the script of the default network. All transactions are in the three days after `genesisTimeMs`;
 * the last stake ends a year later. It needs DEFAULT_GENESIS, whose treasury pays for it.
 * @param genesisTimeMs milliseconds since 1970, a whole number of seconds
 */
export function createDefaultScript(genesis: Genesis, genesisTimeMs: number): Script {
  const genesisTime = new Date(genesisTimeMs).toISOString()
  const opening = createAssets()
  const place = {
    chainId: chainIdOf(genesis),
    blockTimeMs: blockTimeMs({ genesisTime }, opening.height),
    validityWindowMs: Number(genesis.validityWindow),
    index: 0,
  }
  const txId = transactionId(encodeTransaction(opening, place))
  const assets: Record<'gold' | 'points', AssetId> = {
    gold: createdAssetId(txId, 0),
    points: createdAssetId(txId, 1),
  }
  const later = [...defaultStaking(), ...defaultTransfers(assets)]
  return {
    genesisTime,
    epochLengthBlocks: 10,
    consensusValidators: [...DEFAULT_VALIDATORS],
    accounts: { ...DEFAULT_ACCOUNTS },
    transactions: [opening, ...later.sort((left, right) => left.height - right.height)],
  }
}

// Assets come first, because the id of an asset depends on its position in the script.
function createAssets(): ScriptedTransaction {
  return {
    height: 1,
    signer: TREASURY,
    actions: [
      {
        type: 'createAsset',
        symbol: 'GOLD',
        decimals: 2,
        metadata: 'Warehouse receipts: one whole is one gram of gold.',
      },
      { type: 'createAsset', symbol: 'POINTS', decimals: 0, metadata: 'Points of the market hall.' },
    ],
  }
}
