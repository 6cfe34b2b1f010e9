import type { JsonValue } from '@parley/domain'

/** The height up to which a network was read, and its state there. Amounts are in the smallest unit. */
export type LedgerHead = {
  /** Digest of the network's starting parameters. */
  readonly identity: string
  /** The first block that was read. */
  readonly firstHeight: bigint
  readonly height: bigint
  readonly blockTime: Date
  readonly totalSupply: bigint
  readonly maxSupply: bigint
  readonly totalStaked: bigint
  readonly rewardsPerEpoch: bigint
  readonly emissionAddress: string
  readonly emissionReward: bigint
  /** A fraction a year. */
  readonly baseApr: number
  /** In blocks. */
  readonly epochLength: bigint
  /** When the process that writes the rows read this state. */
  readonly indexedAt: Date
}

/** A block with transactions or stake events; a block that only ends an epoch is not stored. */
export type LedgerBlock = {
  readonly height: bigint
  readonly blockId: string
  readonly blockTime: Date
  readonly transactionCount: number
  readonly fees: bigint
}

/** A transaction; height, position and signer are null when the network does not show them. */
export type LedgerTransaction = {
  readonly txId: string
  readonly height: bigint | null
  readonly position: number | null
  readonly blockTime: Date
  readonly signer: string | null
  readonly success: boolean
  readonly failure: string | null
  readonly fee: bigint
  /** Five counts, as text. */
  readonly units: JsonValue
  readonly actions: JsonValue
}

/** The stake of a validator from a block on. */
export type LedgerStakeVersion = {
  readonly nodeId: string
  readonly height: bigint
  readonly blockTime: Date
  readonly isActive: boolean
  readonly stakedAmount: bigint
  readonly delegatedAmount: bigint
  /** A fraction. */
  readonly feeRate: number
}

/**
 * The epochs from `firstEpoch` to `epoch`: the sum of their minted amounts, and the state after the last one.
 */
export type LedgerEpoch = {
  readonly epoch: bigint
  readonly firstEpoch: bigint
  readonly height: bigint
  readonly blockTime: Date
  readonly minted: bigint
  readonly totalSupply: bigint
  readonly totalStaked: bigint
  readonly activeValidators: number
}

/** An asset from a block on. */
export type LedgerAssetVersion = {
  readonly asset: string
  readonly height: bigint
  readonly symbol: string
  readonly decimals: number
  readonly metadata: string
  readonly supply: bigint
  readonly owner: string
}

/** The balance of an address from a block on. */
export type LedgerBalanceVersion = {
  readonly address: string
  readonly asset: string
  readonly height: bigint
  readonly blockTime: Date
  readonly amount: bigint
}

/** The present state of a validator; the registered values are null without a registration. */
export type LedgerValidator = {
  readonly nodeId: string
  readonly publicKey: string
  readonly state: string
  readonly stakedAmount: bigint
  readonly delegatedAmount: bigint
  /** A fraction. */
  readonly feeRate: number
  readonly stakedReward: bigint
  readonly delegatedReward: bigint
  readonly registeredAmount: bigint | null
  readonly startBlock: bigint | null
  readonly endBlock: bigint | null
  readonly ownerAddress: string | null
  readonly rewardAddress: string | null
}

/** The present delegation of an address to a validator. */
export type LedgerDelegation = {
  readonly nodeId: string
  readonly owner: string
  readonly amount: bigint
  readonly startBlock: bigint
  readonly endBlock: bigint
  readonly isActive: boolean
}

/** The name a network gives to an address. */
export type LedgerAccount = { readonly address: string; readonly name: string }

/**
 * Rows by table. The last three tables are complete and replace the stored rows; rows of the others are
 * added.
 */
export type LedgerRows = {
  readonly blocks: readonly LedgerBlock[]
  readonly transactions: readonly LedgerTransaction[]
  readonly stakeVersions: readonly LedgerStakeVersion[]
  readonly epochs: readonly LedgerEpoch[]
  readonly assetVersions: readonly LedgerAssetVersion[]
  readonly balanceVersions: readonly LedgerBalanceVersion[]
  readonly validators: readonly LedgerValidator[]
  readonly delegations: readonly LedgerDelegation[]
  readonly accounts: readonly LedgerAccount[]
}
