'use client'

import { Anchor } from '@mantine/core'
import { decodeAddress } from '@parley/ledger'
import Link from 'next/link'
import { LEDGER_TEXTS as texts } from '../texts.ts'
import { useLedger } from './ledger-provider.tsx'

/** An address that leads to what it holds. The one of all zeros is nobody's. */
export function AddressLink({ address }: { address: string }) {
  const { href } = useLedger()
  if (isNobody(address)) return <>{texts.result.nobody}</>
  return (
    <Anchor component={Link} href={href('/ledger/look-up', { address })} ff="monospace" size="sm">
      {address}
    </Anchor>
  )
}

function isNobody(address: string): boolean {
  return decodeAddress(address).bytes.every((byte) => byte === 0)
}
