'use client'

import { Button, Center } from '@mantine/core'
import { IconMapOff } from '@tabler/icons-react'
import Link from 'next/link'
import { EmptyState } from '#web/console/components/empty-state.tsx'
import { FRAME_TEXTS } from './texts.ts'

/** What an unknown address shows. */
export function NotFoundPage() {
  return (
    <Center mih="100dvh" component="main">
      <EmptyState
        icon={IconMapOff}
        order={1}
        title={FRAME_TEXTS.notFoundTitle}
        text={FRAME_TEXTS.notFoundHint}
      >
        <Button component={Link} href="/chats" variant="default">
          {FRAME_TEXTS.backToChats}
        </Button>
      </EmptyState>
    </Center>
  )
}
