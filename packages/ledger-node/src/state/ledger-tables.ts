import type { Address, NodeId } from '@parley/ledger'
import type { Table } from './table.ts'

/** An asset. `supply` is in its smallest unit. */
export type AssetRecord = Readonly<{
  symbol: string
  decimals: number
  metadata: string
  supply: bigint
  owner: Address
}>

/** What a validator registered, until it is withdrawn. */
export type ValidatorStakeRecord = Readonly<{
  stakeStartBlock: number
  stakeEndBlock: number
  stakedAmount: bigint
  feePercent: bigint
  rewardAddress: Address
  ownerAddress: Address
}>

/** What a user delegated, until it is undelegated. */
type UserStakeRecord = Readonly<{
  stakeStartBlock: number
  stakeEndBlock: number
  stakedAmount: bigint
  rewardAddress: Address
}>

/** Everything that is kept by key. Keys are made by the functions below. */
export type LedgerTables = Readonly<{
  balances: Table<bigint>
  assets: Table<AssetRecord>
  validatorStakes: Table<ValidatorStakeRecord>
  userStakes: Table<UserStakeRecord>
}>

/** Makes empty tables. */
export function createLedgerTables(): LedgerTables {
  return { balances: new Map(), assets: new Map(), validatorStakes: new Map(), userStakes: new Map() }
}

/** The key of what an address holds of an asset. */
export function balanceKey(address: string, asset: string): string {
  return `${address} ${asset}`
}

/** Takes the key of a balance apart. */
export function splitBalanceKey(key: string): { address: string; asset: string } {
  const [address = '', asset = ''] = key.split(' ')
  return { address, asset }
}

/** The key of what an owner delegated to a node. */
export function userStakeKey(owner: Address, nodeID: NodeId): string {
  return `${owner} ${nodeID}`
}
