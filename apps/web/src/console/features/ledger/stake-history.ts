import { type AmountUnit, type NodeId, parseAmount } from '@parley/ledger'

/** The stake of a validator from a block on. */
export type StakeVersion = {
  readonly height: bigint
  /** UTC, without a zone. */
  readonly changedAt: string
  readonly isActive: boolean
  readonly stakedAmount: bigint
  readonly delegatedAmount: bigint
  readonly totalStake: bigint
  /** The first block of the history. */
  readonly knownSince: bigint
}

/** SQL that reads the stake of one validator over time. A node id contains no quotes. */
export function stakeHistorySql(source: string, nodeId: NodeId): string {
  return `SELECT h.height, h.changed_at, h.is_active, h.staked_amount, h.delegated_amount, h.total_stake,
    s.known_since_height FROM ${source}.stake_history h CROSS JOIN ${source}.supply s
    WHERE h.node_id = '${nodeId}' ORDER BY h.height DESC`
}

/** Reads a row of that statement; converts whole amounts to smallest units exactly. */
export function readStakeVersion(row: Readonly<Record<string, unknown>>, unit: AmountUnit): StakeVersion {
  const amount = (name: string) => parseAmount(String(row[name]), unit)
  return {
    height: BigInt(String(row.height)),
    changedAt: String(row.changed_at),
    isActive: row.is_active === true,
    stakedAmount: amount('staked_amount'),
    delegatedAmount: amount('delegated_amount'),
    totalStake: amount('total_stake'),
    knownSince: BigInt(String(row.known_since_height)),
  }
}
