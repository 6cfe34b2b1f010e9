'use client'

import { Notifications } from '@mantine/notifications'
import type { ReactNode } from 'react'
import { FormDraftsProvider } from '#web/console/components/form-drafts.tsx'
import { DeletionsProvider } from '#web/console/features/chats/components/deletions.tsx'
import { TurnsProvider } from '#web/console/features/chats/components/turns-provider.tsx'
import { DataProvider } from '#web/console/trpc/data-provider.tsx'
import { FileCatcher } from './file-catcher.tsx'

/** The state that pages share: the connection to the service, running turns, deletions that can be undone. */
export function ConsoleProviders({ children }: { children: ReactNode }) {
  return (
    <DataProvider>
      <Notifications position="bottom-right" />
      <TurnsProvider>
        <DeletionsProvider>
          <FormDraftsProvider>{children}</FormDraftsProvider>
          <FileCatcher />
        </DeletionsProvider>
      </TurnsProvider>
    </DataProvider>
  )
}
