'use client'

import { type AmountUnit, formatAmount } from '@parley/ledger'
import { useLedger } from './ledger-provider.tsx'

type Props = {
  readonly value: bigint
  /** The unit of another asset than the native one. */
  readonly of?: AmountUnit | undefined
}

/** An amount to its last digit, in the unit the reader chose. */
export function Amount({ value, of }: Props) {
  const { native, unit } = useLedger()
  const text = unit === 'smallest' ? formatAmount(value, { decimals: 0 }) : formatAmount(value, of ?? native)
  return <span style={{ fontVariantNumeric: 'tabular-nums' }}>{text}</span>
}
