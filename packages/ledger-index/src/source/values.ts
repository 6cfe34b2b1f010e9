import { formatAmount } from '@parley/ledger'

/** An amount in smallest units as an exact decimal number of whole units. */
export function toWholes(amount: bigint, decimals: number): string {
  return formatAmount(amount, { decimals }).replaceAll(',', '')
}

/** A time as text for DuckDB: UTC, without a zone. */
export function toTimestamp(moment: Date): string {
  return moment.toISOString().replace('T', ' ').replace('Z', '')
}
