import { formatAmount } from '@parley/ledger'
import { showNumber } from '#web/language/show-number.ts'
import { LEDGER_TEXTS } from './texts.ts'

/** Approximate block time of the network; converts numbers of blocks to durations. */
const BLOCK_SECONDS = 3n

/** Number of blocks in a day. */
export const BLOCKS_A_DAY = 86_400n / BLOCK_SECONDS

const SPANS = [
  { seconds: 86_400n, unit: 'days' },
  { seconds: 3_600n, unit: 'hours' },
  { seconds: 60n, unit: 'minutes' },
  { seconds: 1n, unit: 'seconds' },
] as const

/** A part of a whole in percent, computed exactly and rounded to two digits. */
export function showShare(part: bigint, whole: bigint): string {
  if (whole <= 0n) return '0 %'
  const hundredths = (part * 20_000n + whole) / (2n * whole)
  return `${formatAmount(hundredths, { decimals: 2 })} %`
}

/** A fraction such as a fee rate in percent. */
export function showFraction(fraction: number): string {
  return `${showNumber(Number((fraction * 100).toFixed(4)))} %`
}

/** A count with its thousands grouped. */
export function showCount(count: bigint | number): string {
  return formatAmount(BigInt(count), { decimals: 0 })
}

/** The approximate duration of a number of blocks, in the largest unit that fits at least twice. */
export function showBlockSpan(blocks: bigint): string {
  const seconds = blocks * BLOCK_SECONDS
  const span = SPANS.find((candidate) => seconds >= candidate.seconds * 2n) ?? SPANS[3]
  const count = (seconds + span.seconds / 2n) / span.seconds
  return LEDGER_TEXTS.spans[span.unit](count)
}
