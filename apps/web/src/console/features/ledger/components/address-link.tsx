'use client'

import { Anchor } from '@mantine/core'
import { decodeAddress } from '@parley/ledger'
import Link from 'next/link'
import { useLedger } from '../ledger-provider.tsx'
import { LEDGER_TEXTS as texts } from '../texts.ts'

/** An address that links to its balance. The zero address has no owner. */
export function AddressLink({ address }: { address: string }) {
  const { href } = useLedger()
  if (isZero(address)) return <>{texts.result.none}</>
  return (
    <Anchor component={Link} href={href('/ledger/look-up', { address })} ff="monospace" size="sm">
      {address}
    </Anchor>
  )
}

function isZero(address: string): boolean {
  return decodeAddress(address).bytes.every((byte) => byte === 0)
}
