import type { JsonValue } from '../json.ts'

/** How far a network has been read, and what it was like there. Amounts are in the smallest unit. */
export type LedgerHead = {
  /** Digest of what the network was started with. */
  readonly identity: string
  /** The block that reading began with. */
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
  /** When the writer read it. */
  readonly indexedAt: Date
}

/** A block in which something else happened than an epoch ending. */
export type LedgerBlock = {
  readonly height: bigint
  readonly blockId: string
  readonly blockTime: Date
  readonly transactionCount: number
  readonly fees: bigint
}

/** A transaction; height, position and signer are null where the network does not tell them. */
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

/** Epochs that ended, from `firstEpoch` to `epoch`; what was minted is of all of them, the state after the last. */
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

/** What an address holds of an asset from a block on. */
export type LedgerBalanceVersion = {
  readonly address: string
  readonly asset: string
  readonly height: bigint
  readonly blockTime: Date
  readonly amount: bigint
}

/** A validator as it is now; what it registered is null without a registration. */
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

/** What an address delegates to a validator now. */
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

/** Rows by table. The first ones are of a block and are added; the last three are as they are now, all of them. */
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
