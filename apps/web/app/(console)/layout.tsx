import type { ReactNode } from 'react'
import { requireSession } from '#web/auth/read-session.ts'
import { ConsoleProviders } from '#web/console/frame/console-providers.tsx'
import { Frame } from '#web/console/frame/frame.tsx'

/** Every page of the console requires a session. */
export default async function ConsoleLayout({ children }: { children: ReactNode }) {
  const session = await requireSession()
  return (
    <ConsoleProviders>
      <Frame user={session.name} isAdministrator={session.isAdministrator}>
        {children}
      </Frame>
    </ConsoleProviders>
  )
}
