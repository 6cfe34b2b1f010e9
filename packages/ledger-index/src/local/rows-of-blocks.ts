import { setImmediate as nextTurn } from 'node:timers/promises'
import type {
  LedgerAssetVersion,
  LedgerBalanceVersion,
  LedgerBlock,
  LedgerEpoch,
  LedgerRows,
  LedgerStakeVersion,
  LedgerTransaction,
} from '@parley/db'
import { CHAIN_NETWORK } from '@parley/ledger'
import {
  type Block,
  type Chain,
  type EmissionState,
  readAsset,
  readBlocks,
  readEmission,
  type StakedValidator,
} from '@parley/ledger-node'
import { isSameStake, NO_STAKE, type Stake } from '../stake.ts'
import { rowsOfActions } from './rows-of-actions.ts'

/** The rows that blocks add; `rowsOfState` gives the state after the last block. */
export type BlockRows = Omit<LedgerRows, 'validators' | 'delegations' | 'accounts'>

/** Blocks in one turn of the event loop. The 5,000 blocks of a commit take 55 ms, in which no request is handled; these take 0.7 ms. */
const BLOCKS_IN_A_TURN = 250

/** Turns the blocks of a network from one height to another, inclusive, into rows. Requests are handled in between. */
export async function rowsOfBlocks(
  chain: Chain,
  { from, to }: { from: number; to: number },
): Promise<BlockRows> {
  const rows = {
    blocks: [] as LedgerBlock[],
    transactions: [] as LedgerTransaction[],
    stakeVersions: [] as LedgerStakeVersion[],
    epochs: [] as LedgerEpoch[],
    assetVersions: [] as LedgerAssetVersion[],
    balanceVersions: [] as LedgerBalanceVersion[],
  }
  let before = from > 0 ? readEmission(chain, from - 1) : undefined
  for (const block of readBlocks(chain, from, to)) {
    const place = { height: BigInt(block.height), blockTime: new Date(block.timestampMs) }
    if (block.epoch !== undefined) rows.epochs.push(rowOfEpoch(block, place))
    if (hasHappened(block)) {
      rows.blocks.push(rowOfBlock(block, place))
      rows.transactions.push(...rowsOfTransactions(block, place))
      rows.stakeVersions.push(...rowsOfStakes(block.emission, { before, place }))
      rows.assetVersions.push(...rowsOfAssets(chain, block))
    }
    if (block.height === 0) rows.assetVersions.push(...rowOfAsset(chain, CHAIN_NETWORK.nativeSymbol, 0))
    rows.balanceVersions.push(...block.balanceChanges.map((change) => ({ ...change, ...place })))
    before = block.emission
    if (block.height % BLOCKS_IN_A_TURN === 0) await nextTurn()
  }
  return rows
}

type Place = { readonly height: bigint; readonly blockTime: Date }

function hasHappened({ transactions, stakeEvents }: Block): boolean {
  return transactions.length > 0 || stakeEvents.length > 0
}

function rowOfBlock({ readId, transactions }: Block, place: Place): LedgerBlock {
  const fees = transactions.reduce((sum, { fee }) => sum + fee, 0n)
  return { ...place, blockId: readId(), transactionCount: transactions.length, fees }
}

function rowsOfTransactions({ transactions }: Block, place: Place): LedgerTransaction[] {
  return transactions.map((transaction, position) => ({
    ...place,
    txId: transaction.txId,
    position,
    signer: transaction.signer,
    success: transaction.success,
    failure: transaction.failure ?? null,
    fee: transaction.fee,
    units: transaction.units.map(String),
    actions: rowsOfActions(transaction),
  }))
}

/** The validators whose stake changed in the block. */
function rowsOfStakes(
  { validators }: EmissionState,
  { before, place }: { before: EmissionState | undefined; place: Place },
): LedgerStakeVersion[] {
  const purged = [...(before?.validators.keys() ?? [])].filter((nodeID) => !validators.has(nodeID))
  const states = [...validators.keys(), ...purged]
  return states.flatMap((nodeId) => {
    const now = stakeOf(validators.get(nodeId))
    const old = stakeOf(before?.validators.get(nodeId))
    return isSameStake(now, old) ? [] : [{ nodeId, ...place, ...now }]
  })
}

/** The stake of a validator: zero while it is inactive, as in the lists of the interface. */
export function stakeOf(state: StakedValidator | undefined): Stake {
  if (!state?.isActive) return NO_STAKE
  const { stakedAmount, delegatedAmount, feePercent } = state
  return { isActive: true, stakedAmount, delegatedAmount, feeRate: Number(feePercent) / 100 }
}

function rowOfEpoch({ epoch, emission }: Block, place: Place): LedgerEpoch {
  const number = BigInt(epoch?.number ?? 0)
  return {
    ...place,
    epoch: number,
    firstEpoch: number,
    minted: epoch?.minted ?? 0n,
    totalSupply: emission.totalSupply,
    totalStaked: emission.totalStaked,
    activeValidators: [...emission.validators.values()].filter(({ isActive }) => isActive).length,
  }
}

/** The assets that a block created, minted or burned, in their state after it. */
function rowsOfAssets(chain: Chain, { height, transactions }: Block): LedgerAssetVersion[] {
  const touched = transactions.flatMap(({ success, actions, outputs }) => {
    if (!success) return []
    const named = actions.flatMap((action) =>
      action.type === 'mintAsset' || action.type === 'burnAsset' ? [action.asset] : [],
    )
    return [...named, ...outputs.flatMap(({ assetId }) => assetId ?? [])]
  })
  return [...new Set(touched)].flatMap((asset) => rowOfAsset(chain, asset, height))
}

function rowOfAsset(chain: Chain, asset: string, height: number): LedgerAssetVersion[] {
  const record = readAsset(chain, asset, height)
  return record === undefined ? [] : [{ asset, height: BigInt(height), ...record }]
}
