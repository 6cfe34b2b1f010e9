import type { Address, NodeId } from '@parley/ledger'
import type { VersionedTable } from './table.ts'

/** An asset. `supply` is in its smallest unit. */
export type AssetRecord = Readonly<{
  symbol: string
  decimals: number
  metadata: string
  supply: bigint
  owner: Address
}>

/** The registered stake of a validator, until it is withdrawn. */
export type ValidatorStakeRecord = Readonly<{
  stakeStartBlock: number
  stakeEndBlock: number
  stakedAmount: bigint
  feePercent: bigint
  rewardAddress: Address
  ownerAddress: Address
}>

/** The delegation of a user, until it is undelegated. */
type UserStakeRecord = Readonly<{
  stakeStartBlock: number
  stakeEndBlock: number
  stakedAmount: bigint
  rewardAddress: Address
}>

/** All records by key. The functions below create the keys. */
export type LedgerTables = Readonly<{
  balances: VersionedTable<bigint>
  assets: VersionedTable<AssetRecord>
  validatorStakes: VersionedTable<ValidatorStakeRecord>
  userStakes: VersionedTable<UserStakeRecord>
}>

/** Makes empty tables. */
export function createLedgerTables(): LedgerTables {
  return { balances: new Map(), assets: new Map(), validatorStakes: new Map(), userStakes: new Map() }
}

/** The key of the balance of an address. */
export function balanceKey(address: string, asset: string): string {
  return `${address} ${asset}`
}

/** Splits the key of a balance into its parts. */
export function splitBalanceKey(key: string): { address: string; asset: string } {
  const [address = '', asset = ''] = key.split(' ')
  return { address, asset }
}

/** The key of the delegation of an owner to a node. */
export function userStakeKey(owner: Address, nodeID: NodeId): string {
  return `${owner} ${nodeID}`
}
