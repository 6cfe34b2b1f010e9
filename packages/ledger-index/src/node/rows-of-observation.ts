import type {
  LedgerAssetVersion,
  LedgerBalanceVersion,
  LedgerEpoch,
  LedgerHead,
  LedgerRows,
  LedgerValidator,
} from '@parley/db'
import type { ValidatorEntry } from '@parley/ledger'
import { isSameStake, NO_STAKE, type Stake } from '../stake.ts'
import { validatorState } from '../validator-state.ts'
import type { Observation } from './observe.ts'

/** The stored state before an observation. */
export type Known = {
  readonly head: LedgerHead | null
  readonly validators: readonly LedgerValidator[]
  readonly assets: readonly LedgerAssetVersion[]
  readonly balances: readonly LedgerBalanceVersion[]
}

/**
 * Turns an observation into rows: every change since the previous observation starts at this height. All
 * epochs that ended since then are one row, so that the sum of minted amounts is complete.
 */
export function rowsOfObservation(observation: Observation, known: Known, now: Date): LedgerRows {
  const place = { height: observation.info.currentBlockHeight, blockTime: now }
  const validators = rowsOfValidators(observation)
  return {
    blocks: [],
    transactions: [],
    stakeVersions: changedStakes(validators, known.validators).map((stake) => ({ ...stake, ...place })),
    epochs: rowsOfEpochs(observation, known.head, now),
    assetVersions: changedAssets(observation, known.assets),
    balanceVersions: changedBalances(observation, known.balances).map((balance) => ({
      ...balance,
      ...place,
    })),
    validators,
    delegations: [],
    accounts: [],
  }
}

function rowsOfValidators({ all, staked, stakes }: Observation): LedgerValidator[] {
  const registered = new Set(staked.map(({ nodeID }) => nodeID))
  const byId = new Map([...staked, ...all].map((entry) => [entry.nodeID, entry]))
  return [...byId.values()].map((entry: ValidatorEntry) => {
    const stake = stakes.get(entry.nodeID)
    return {
      nodeId: entry.nodeID,
      publicKey: entry.publicKey,
      state: validatorState({ isActive: entry.isActive, isRegistered: registered.has(entry.nodeID) }),
      stakedAmount: entry.isActive ? entry.stakedAmount : 0n,
      delegatedAmount: entry.isActive ? entry.delegatedAmount : 0n,
      feeRate: entry.isActive ? entry.delegationFeeRate : 0,
      stakedReward: entry.accumulatedStakedReward,
      delegatedReward: entry.accumulatedDelegatedReward,
      registeredAmount: stake?.stakedAmount ?? null,
      startBlock: stake?.stakeStartBlock ?? null,
      endBlock: stake?.stakeEndBlock ?? null,
      ownerAddress: stake?.ownerAddress ?? null,
      rewardAddress: stake?.rewardAddress ?? null,
    }
  })
}

type NodeStake = Stake & { readonly nodeId: string }

function changedStakes(now: readonly LedgerValidator[], before: readonly LedgerValidator[]): NodeStake[] {
  const old = new Map(before.map((validator) => [validator.nodeId, stakeOf(validator)]))
  const listed = new Set(now.map(({ nodeId }) => nodeId))
  const gone = before.filter(({ nodeId }) => !listed.has(nodeId))
  const stakes = [...now.map(stakeOf), ...gone.map(({ nodeId }) => ({ nodeId, ...NO_STAKE }))]
  return stakes.filter((stake) => !isSameStake(stake, old.get(stake.nodeId) ?? NO_STAKE))
}

function stakeOf({ nodeId, state, stakedAmount, delegatedAmount, feeRate }: LedgerValidator): NodeStake {
  return { nodeId, isActive: state === 'active', stakedAmount, delegatedAmount, feeRate }
}

function rowsOfEpochs({ info, all }: Observation, head: LedgerHead | null, now: Date): LedgerEpoch[] {
  const { epochLength } = info.epochTracker
  if (head === null || epochLength <= 0n) return []
  const epoch = info.currentBlockHeight / epochLength
  const firstEpoch = head.height / epochLength + 1n
  if (epoch < firstEpoch) return []
  return [
    {
      epoch,
      firstEpoch,
      height: epoch * epochLength,
      blockTime: now,
      minted: info.totalSupply - head.totalSupply,
      totalSupply: info.totalSupply,
      totalStaked: info.totalStaked,
      activeValidators: all.filter(({ isActive }) => isActive).length,
    },
  ]
}

function changedAssets(
  { info, assets }: Observation,
  before: readonly LedgerAssetVersion[],
): LedgerAssetVersion[] {
  const old = new Map(before.map((asset) => [asset.asset, asset]))
  return assets.flatMap(({ asset, symbol, decimals, metadata, supply, owner }) => {
    const last = old.get(asset)
    const isSame = last?.supply === supply && last.owner === owner && last.metadata === metadata
    return isSame
      ? []
      : [{ asset, symbol, decimals, metadata, supply, owner, height: info.currentBlockHeight }]
  })
}

function changedBalances(
  { balances }: Observation,
  before: readonly LedgerBalanceVersion[],
): { address: string; asset: string; amount: bigint }[] {
  const old = new Map(before.map(({ address, asset, amount }) => [`${address} ${asset}`, amount]))
  return balances
    .filter(({ address, asset, amount }) => amount !== (old.get(`${address} ${asset}`) ?? 0n))
    .map(({ address, asset, amount }) => ({ address, asset, amount }))
}
