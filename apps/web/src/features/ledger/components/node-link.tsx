'use client'

import { Anchor } from '@mantine/core'
import Link from 'next/link'
import { useLedger } from './ledger-provider.tsx'

/** A node id that leads to its validator, cut where a table is narrow; in full to those who point at it. */
export function NodeLink({ nodeId }: { nodeId: string }) {
  const { href } = useLedger()
  return (
    <Anchor
      component={Link}
      href={href(`/ledger/validators/${nodeId}`)}
      ff="monospace"
      size="sm"
      title={nodeId}
      truncate="end"
      display="block"
      maw="13rem"
    >
      {nodeId}
    </Anchor>
  )
}
