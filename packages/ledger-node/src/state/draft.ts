import { type Address, MAX_UINT64 } from '@parley/ledger'
import type { EmissionState } from '../emission/emission-state.ts'
import type { ScheduledStakeEvent } from '../emission/stake-events.ts'
import { balanceKey, type LedgerTables } from './ledger-tables.ts'
import { readLatest, type VersionedTable, writeTable } from './table.ts'

/** Uncommitted changes to a table. */
export type Overlay<Value> = Readonly<{
  table: VersionedTable<Value>
  changes: Map<string, Value | undefined>
}>

/** The state that a transaction works on. It takes effect when it is committed. */
export type Draft = {
  readonly [Name in keyof LedgerTables]: LedgerTables[Name] extends VersionedTable<infer Value>
    ? Overlay<Value>
    : never
} & { emission: EmissionState; readonly schedule: ScheduledStakeEvent[] }

/** Starts a draft on the newest state. */
export function createDraft(tables: LedgerTables, emission: EmissionState): Draft {
  return {
    balances: { table: tables.balances, changes: new Map() },
    assets: { table: tables.assets, changes: new Map() },
    validatorStakes: { table: tables.validatorStakes, changes: new Map() },
    userStakes: { table: tables.userStakes, changes: new Map() },
    emission,
    schedule: [],
  }
}

/** Reads a record from the draft. */
export function readDraft<Value>(overlay: Overlay<Value>, key: string): Value | undefined {
  return overlay.changes.has(key) ? overlay.changes.get(key) : readLatest(overlay.table, key)
}

/** Changes a record in the draft; undefined deletes it. */
export function writeDraft<Value>(overlay: Overlay<Value>, key: string, value: Value | undefined): void {
  overlay.changes.set(key, value)
}

/** Commits the records of a draft to a block. */
export function commitDraft(draft: Draft, height: number): void {
  commitOverlay(draft.balances, height)
  commitOverlay(draft.assets, height)
  commitOverlay(draft.validatorStakes, height)
  commitOverlay(draft.userStakes, height)
}

/** The balance of an address, in the smallest unit of the asset. */
function balanceOf(draft: Draft, address: Address, asset: string): bigint {
  return readDraft(draft.balances, balanceKey(address, asset)) ?? 0n
}

/** Adds to a balance. Returns the reason of a failure, or undefined. */
export function addBalance(
  draft: Draft,
  { address, asset, amount }: { address: Address; asset: string; amount: bigint },
): string | undefined {
  const sum = balanceOf(draft, address, asset) + amount
  if (sum > MAX_UINT64) return 'invalid balance: the sum is beyond 64 bits'
  if (sum > 0n) writeDraft(draft.balances, balanceKey(address, asset), sum)
  return undefined
}

/** Subtracts from a balance and deletes it when it is empty. Returns the reason of a failure, or undefined. */
export function takeBalance(
  draft: Draft,
  { address, asset, amount }: { address: Address; asset: string; amount: bigint },
): string | undefined {
  const held = balanceOf(draft, address, asset)
  if (held < amount) return `invalid balance: ${held} of ${asset} are less than ${amount}`
  writeDraft(draft.balances, balanceKey(address, asset), held === amount ? undefined : held - amount)
  return undefined
}

function commitOverlay<Value>({ table, changes }: Overlay<Value>, height: number): void {
  for (const [key, value] of changes) writeTable(table, key, { height, value })
}
