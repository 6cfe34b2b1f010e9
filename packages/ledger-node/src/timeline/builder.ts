import type { Genesis, NodeId } from '@parley/ledger'
import { advanceEmission, type EpochRun } from '../emission/advance-emission.ts'
import { type DelegatedRuns, recordDelegatedRun } from '../emission/delegated-runs.ts'
import type { EmissionState } from '../emission/emission-state.ts'
import { type ScheduledStakeEvent, STAKE_EVENT_KINDS } from '../emission/stake-events.ts'
import { advancePrices, initialPrices, type PriceState } from '../fees/unit-prices.ts'
import { NATIVE_ASSET, NETWORK, ZERO_ADDRESS } from '../rules/constants.ts'
import type { Script } from '../script/script.ts'
import { balanceKey, createLedgerTables, type LedgerTables } from '../state/ledger-tables.ts'
import { writeTable } from '../state/table.ts'
import type { Checkpoint, ExecutedTransaction } from './timeline.ts'

/** The metadata of the native asset: the network's name. */
const NATIVE_METADATA = 'chainvm'

/** The state from which a timeline is built, block by block. It exists only during the build. */
export type Builder = {
  readonly genesis: Genesis
  readonly script: Script
  readonly chainId: Uint8Array
  readonly consensusKeys: ReadonlyMap<NodeId, string>
  readonly tables: LedgerTables
  readonly delegatedRuns: DelegatedRuns
  readonly checkpoints: Checkpoint[]
  readonly transactions: Map<string, ExecutedTransaction>
  /** By height, then kind. */
  readonly schedule: ScheduledStakeEvent[]
  /** Of the block `height`. */
  emission: EmissionState
  prices: PriceState
  height: number
  nextTransaction: number
}

/** Starts a builder at block 0. */
export function startBuilder(genesis: Genesis, script: Script, chainId: Uint8Array): Builder {
  const builder: Builder = {
    genesis,
    script,
    chainId,
    consensusKeys: new Map(script.consensusValidators.map(({ nodeID, publicKey }) => [nodeID, publicKey])),
    tables: createLedgerTables(),
    delegatedRuns: new Map(),
    checkpoints: [],
    transactions: new Map(),
    schedule: [],
    emission: initialEmission(genesis, script),
    prices: initialPrices(genesis),
    height: 0,
    nextTransaction: 0,
  }
  for (const { address, balance } of genesis.customAllocation) {
    writeTable(builder.tables.balances, balanceKey(address, NATIVE_ASSET), { height: 0, value: balance })
  }
  writeTable(builder.tables.assets, NATIVE_ASSET, {
    height: 0,
    value: {
      symbol: NETWORK.nativeSymbol,
      decimals: NETWORK.nativeDecimals,
      metadata: NATIVE_METADATA,
      supply: builder.emission.totalSupply,
      owner: ZERO_ADDRESS,
    },
  })
  return builder
}

/** Mints up to the block before `height`, and advances the prices to block `height`. */
export function advanceBuilder(builder: Builder, height: number): void {
  mintUpTo(builder, height - 1)
  builder.prices = advancePrices(builder.prices, builder.genesis, height - builder.height)
}

/** Mints the epochs that end after the builder's block, up to `height`. Returns them. */
export function mintUpTo(builder: Builder, height: number, fromHeight = builder.height): EpochRun[] {
  const { state, runs } = advanceEmission(builder.emission, { fromHeight, toHeight: height })
  builder.emission = state
  for (const run of runs) recordDelegatedRun(builder.delegatedRuns, run)
  return runs
}

/** Adds events to the schedule, which is sorted in the order of execution. */
export function scheduleEvents(builder: Builder, events: readonly ScheduledStakeEvent[]): void {
  if (events.length === 0) return
  builder.schedule.push(...events)
  // Sorting is stable: equal events stay in the order of their transactions.
  builder.schedule.sort((left, right) => left.height - right.height || rank(left.kind) - rank(right.kind))
}

function rank(kind: ScheduledStakeEvent['kind']): number {
  return STAKE_EVENT_KINDS.indexOf(kind)
}

function initialEmission(genesis: Genesis, script: Script): EmissionState {
  return {
    totalSupply: genesis.customAllocation.reduce((sum, { balance }) => sum + balance, 0n),
    maxSupply: genesis.emissionBalancer.maxSupply,
    totalStaked: 0n,
    accountReward: 0n,
    lostAmount: 0n,
    epochLengthBlocks: script.epochLengthBlocks,
    validators: new Map(),
  }
}
