import type { Address, AssetId, NodeId } from '@parley/ledger'
import type { DelegatedRuns } from '../emission/delegated-runs.ts'
import type { Draft } from '../state/draft.ts'

/** The context of an action. */
export type ActionContext = Readonly<{
  /** The block of the action; the block before it is the last accepted one. */
  height: number
  signer: Address
  /** The id that an asset created by this action gets. */
  assetId: () => AssetId
  /** The public key of every validator of the network, base64. */
  consensusKeys: ReadonlyMap<NodeId, string>
  delegatedRuns: DelegatedRuns
}>

/** The output of an action besides its changes of state. Amounts are in the smallest unit. */
export type ActionOutput = Readonly<{ assetId?: AssetId; stakedAmount?: bigint; rewardAmount?: bigint }>

type ActionOutcome = { readonly failure: string } | { readonly output: ActionOutput }

/** A record whose use is charged: `name` identifies the record, `chunks` are units of 64 bytes. */
export type StateKey = Readonly<{ name: string; chunks: bigint }>

/** How many chunks the record of each kind may fill. */
const CHUNKS = { balance: 1n, asset: 5n, validatorStake: 5n, userStake: 3n } as const

/** One kind of action. */
export type ActionKind<Action> = Readonly<{
  typeId: number
  computeUnits: bigint
  /** The bytes of its fields in a signed transaction. */
  encode: (action: Action) => Uint8Array
  /** Every record it may touch. */
  stateKeys: (action: Action, context: { signer: Address; assetId: () => string }) => StateKey[]
  /** Changes the draft. When it returns a failure the caller drops the whole draft. Must not throw. */
  execute: (action: Action, draft: Draft, context: ActionContext) => ActionOutcome
}>

/** The key under which the use of a balance is charged. */
export function balanceStateKey(address: string, asset: string): StateKey {
  return { name: `balance ${address} ${asset}`, chunks: CHUNKS.balance }
}

/** The key under which the use of an asset is charged. */
export function assetStateKey(asset: string): StateKey {
  return { name: `asset ${asset}`, chunks: CHUNKS.asset }
}

/** The key under which the use of a validator's stake is charged. */
export function validatorStakeStateKey(nodeID: string): StateKey {
  return { name: `validator ${nodeID}`, chunks: CHUNKS.validatorStake }
}

/** The key under which the use of a delegation is charged. */
export function userStakeStateKey(owner: string, nodeID: string): StateKey {
  return { name: `user ${owner} ${nodeID}`, chunks: CHUNKS.userStake }
}
