'use client'

import { type AmountUnit, formatAmount } from '@parley/ledger'
import classes from './amount.module.css'
import { useLedger } from './ledger-provider.tsx'

type Props = {
  readonly value: bigint
  /** The unit of another asset than the native one. */
  readonly of?: AmountUnit | undefined
}

/** An amount to its last digit, in the unit the reader chose. Narrow places break it before its fraction. */
export function Amount({ value, of }: Props) {
  const { native, unit } = useLedger()
  const text = unit === 'smallest' ? formatAmount(value, { decimals: 0 }) : formatAmount(value, of ?? native)
  const point = text.indexOf('.')
  if (point === -1) return <span className={classes.amount}>{text}</span>
  return (
    <span className={classes.amount}>
      {text.slice(0, point)}
      <wbr />
      <span className={classes.fraction}>{text.slice(point)}</span>
    </span>
  )
}
