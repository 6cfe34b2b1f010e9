import type { Address, TxId, Units } from '@parley/ledger'
import type { ActionOutput } from '../actions/action.ts'
import type { Action } from '../actions/kinds.ts'
import type { EpochRun } from '../emission/advance-emission.ts'
import type { EmissionState } from '../emission/emission-state.ts'
import type { StakeEvent } from '../emission/stake-events.ts'
import type { LedgerTables } from '../state/ledger-tables.ts'

/** A transaction and its outcome. */
export type ExecutedTransaction = Readonly<{
  txId: TxId
  height: number
  /** The time of its block, in milliseconds since 1970. */
  timestampMs: number
  signer: Address
  actions: readonly Action[]
  success: boolean
  /** Why it failed; a failed transaction only pays its fee. */
  failure?: string
  /** One for each action, when it succeeded. */
  outputs: readonly ActionOutput[]
  units: Units
  fee: bigint
}>

/** The balance of an address after a block. */
export type BalanceChange = Readonly<{ address: string; asset: string; amount: bigint }>

/** A block with transactions or stake events. */
export type Checkpoint = Readonly<{
  height: number
  /** After the block. */
  emission: EmissionState
  transactions: readonly ExecutedTransaction[]
  stakeEvents: readonly StakeEvent[]
  balanceChanges: readonly BalanceChange[]
  /** The epoch that ended with this block. */
  epoch: EpochRun | undefined
}>

/**
 * The effects of a script at all heights: a checkpoint for every block with events, and every version of every record.
 * Between two checkpoints only epochs end, which `advanceEmission` skips.
 */
export type Timeline = Readonly<{
  tables: LedgerTables
  /** By height; the first one is block 0. */
  checkpoints: readonly Checkpoint[]
  transactions: ReadonlyMap<string, ExecutedTransaction>
}>
