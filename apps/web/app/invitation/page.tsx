import type { Metadata } from 'next'
import { pageServices } from '#web/auth/page-services.ts'
import { readSession } from '#web/auth/read-session.ts'
import { InvitationPage } from '#web/console/features/sign-in/invitation.tsx'
import { SIGN_IN_TEXTS } from '#web/console/features/sign-in/texts.ts'
import { DataProvider } from '#web/console/trpc/data-provider.tsx'

export const generateMetadata = (): Metadata => ({ title: SIGN_IN_TEXTS.invitation.title })

/** Shows what an invitation gives. Its token is in the fragment, which only the browser sees. */
export default async function Page() {
  const session = await readSession()
  return (
    <DataProvider>
      <InvitationPage isSignedIn={session !== null} provider={pageServices().identityProvider} />
    </DataProvider>
  )
}
