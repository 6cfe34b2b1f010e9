'use client'

import { type AmountUnit, formatAmount } from '@parley/ledger'
import { useLedger } from '../ledger-provider.tsx'
import classes from './amount.module.css'

type Props = {
  readonly value: bigint
  /** The unit of an asset other than the native one. */
  readonly of?: AmountUnit | undefined
}

/** An exact amount in the reader's unit. Narrow places break it before its fraction. */
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
