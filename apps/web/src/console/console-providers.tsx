'use client'

import { Notifications } from '@mantine/notifications'
import type { ReactNode } from 'react'
import { DeletionsProvider } from '#web/features/chats/components/deletions.tsx'
import { TurnsProvider } from '#web/features/chats/components/turns-provider.tsx'
import { DataProvider } from '#web/trpc/data-provider.tsx'

/** What the pages share: the connection to the service, turns under way, deletions that can be taken back. */
export function ConsoleProviders({ children }: { children: ReactNode }) {
  return (
    <DataProvider>
      <Notifications position="bottom-right" />
      <TurnsProvider>
        <DeletionsProvider>{children}</DeletionsProvider>
      </TurnsProvider>
    </DataProvider>
  )
}
