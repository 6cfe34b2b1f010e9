import type { Metadata } from 'next'
import { requireAdministrator } from '#web/auth/read-session.ts'
import { InvitationsPage } from '#web/console/features/people/invitations.tsx'
import { INVITATION_TEXTS } from '#web/console/features/people/texts.ts'

export const generateMetadata = (): Metadata => ({ title: INVITATION_TEXTS.title })

export default async function Page() {
  await requireAdministrator()
  return <InvitationsPage />
}
