'use client'

import { Anchor } from '@mantine/core'
import { IntentLink } from '#web/console/components/intent-link.tsx'
import { useLedger } from '../ledger-provider.tsx'

/** A node id that links to its validator. Narrow tables shorten it and show it in full on hover. */
export function NodeLink({ nodeId }: { nodeId: string }) {
  const { href } = useLedger()
  return (
    <Anchor
      component={IntentLink}
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
