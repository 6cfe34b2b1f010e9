import type { Address, TxId, Units } from '@parley/ledger'
import type { ActionOutput } from '../actions/action.ts'
import type { Action } from '../actions/kinds.ts'
import type { EpochRun } from '../emission/advance-emission.ts'
import type { EmissionState } from '../emission/emission-state.ts'
import type { StakeEvent } from '../emission/stake-events.ts'
import type { LedgerTables } from '../state/ledger-tables.ts'

/** A transaction and what became of it. */
export type ExecutedTransaction = Readonly<{
  txId: TxId
  height: number
  /** The time of its block, in milliseconds since 1970. */
  timestampMs: number
  signer: Address
  actions: readonly Action[]
  success: boolean
  /** Why it failed; then nothing of it but the fee counts. */
  failure?: string
  /** One for each action, when it succeeded. */
  outputs: readonly ActionOutput[]
  units: Units
  fee: bigint
}>

/** What an address holds of an asset after a block. */
export type BalanceChange = Readonly<{ address: string; asset: string; amount: bigint }>

/** A block in which something else happened than an epoch ending. */
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
 * Everything a script brings about, at all heights: a checkpoint for every block in which something happens,
 * and every version of every record. Between two checkpoints only epochs end, which advanceEmission skips.
 */
export type Timeline = Readonly<{
  tables: LedgerTables
  /** By height; the first one is block 0. */
  checkpoints: readonly Checkpoint[]
  transactions: ReadonlyMap<string, ExecutedTransaction>
}>
