import type { ReactNode } from 'react'
import { pageServices } from '#web/auth/page-services.ts'
import { requireSession } from '#web/auth/read-session.ts'
import { ConsoleProviders } from '#web/console/frame/console-providers.tsx'
import { Frame } from '#web/console/frame/frame.tsx'

/** Every page of the console requires a session. */
export default async function ConsoleLayout({ children }: { children: ReactNode }) {
  const session = await requireSession()
  const { isOpen, isOpenToAll, identityProvider: provider } = pageServices()
  return (
    <ConsoleProviders user={session.name} offer={{ isOpen, isOpenToAll, provider }}>
      <Frame user={session.name} isAdministrator={session.isAdministrator}>
        {children}
      </Frame>
    </ConsoleProviders>
  )
}
