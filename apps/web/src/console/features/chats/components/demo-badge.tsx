'use client'

import { Badge, Box } from '@mantine/core'
import { CHAT_TEXTS } from '../texts.ts'

/** Names the demo model beside its agent. */
export function DemoBadge() {
  return (
    <Badge variant="light" color="gray" title={CHAT_TEXTS.demoModelHint} style={{ flex: 'none' }}>
      <Box component="span" visibleFrom="sm">
        {CHAT_TEXTS.demoModel}
      </Box>
      <Box component="span" hiddenFrom="sm" aria-hidden>
        {CHAT_TEXTS.demo}
      </Box>
    </Badge>
  )
}
