'use client'

import type { ReactNode } from 'react'
import { FormDraftsProvider } from '#web/console/components/form-drafts.tsx'
import { DeletionsProvider } from '#web/console/features/chats/components/deletions.tsx'
import { TurnsProvider } from '#web/console/features/chats/components/turns-provider.tsx'
import { DataProvider } from '#web/console/trpc/data-provider.tsx'
import { FileCatcher } from './file-catcher.tsx'
import { LateNotifications } from './late-notifications.tsx'
import { SessionEnd } from './session-end.tsx'
import type { SessionEndProps } from './session-end-dialog.tsx'

type Props = Pick<SessionEndProps, 'user' | 'offer'> & { readonly children: ReactNode }

/** The state that pages share: the connection to the service, running turns, deletions that can be undone. */
export function ConsoleProviders({ user, offer, children }: Props) {
  return (
    <DataProvider>
      <LateNotifications />
      <TurnsProvider>
        <DeletionsProvider>
          <FormDraftsProvider>{children}</FormDraftsProvider>
          <FileCatcher />
          <SessionEnd user={user} offer={offer} />
        </DeletionsProvider>
      </TurnsProvider>
    </DataProvider>
  )
}
