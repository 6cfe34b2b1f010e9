import type { Metadata } from 'next'
import { requireSession } from '#web/auth/read-session.ts'
import { AccountPage } from '#web/console/features/account/detail.tsx'
import { ACCOUNT_TEXTS } from '#web/console/features/account/texts.ts'

export const metadata: Metadata = { title: ACCOUNT_TEXTS.title }

export default async function Page() {
  const { name } = await requireSession()
  return <AccountPage user={name} />
}
