import { formatAmount } from '@parley/ledger'

/** An amount of smallest units as a decimal number of wholes, without a digit lost. */
export function toWholes(amount: bigint, decimals: number): string {
  return formatAmount(amount, { decimals }).replaceAll(',', '')
}

/** A moment as queries read it: UTC, without a zone. */
export function toTimestamp(moment: Date): string {
  return moment.toISOString().replace('T', ' ').replace('Z', '')
}
