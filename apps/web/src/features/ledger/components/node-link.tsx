'use client'

import { Anchor } from '@mantine/core'
import Link from 'next/link'
import { useLedger } from './ledger-provider.tsx'

/** A node id that leads to its validator, short enough for a table; in full to those who point at it or listen. */
export function NodeLink({ nodeId }: { nodeId: string }) {
  const { href } = useLedger()
  return (
    <Anchor
      component={Link}
      href={href(`/ledger/validators/${nodeId}`)}
      ff="monospace"
      size="sm"
      title={nodeId}
      aria-label={nodeId}
      style={{ whiteSpace: 'nowrap' }}
    >
      {nodeId.slice(0, 16)}…{nodeId.slice(-6)}
    </Anchor>
  )
}
