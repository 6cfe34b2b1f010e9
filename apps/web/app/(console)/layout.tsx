import type { ReactNode } from 'react'
import { requireSession } from '#web/auth/read-session.ts'
import { ConsoleProviders } from '#web/console/console-providers.tsx'
import { Frame } from '#web/console/frame.tsx'

/** Every page of the console needs somebody who is signed in. */
export default async function ConsoleLayout({ children }: { children: ReactNode }) {
  const session = await requireSession()
  return (
    <ConsoleProviders>
      <Frame user={session.name}>{children}</Frame>
    </ConsoleProviders>
  )
}
