import type { Metadata } from 'next'
import { cookies } from 'next/headers'
import { pageServices } from '#web/auth/page-services.ts'
import { requireSession } from '#web/auth/read-session.ts'
import { REFUSAL_COOKIE } from '#web/auth/session-cookies.ts'
import { AccountPage } from '#web/console/features/account/detail.tsx'
import { ACCOUNT_TEXTS } from '#web/console/features/account/texts.ts'

export const generateMetadata = (): Metadata => ({ title: ACCOUNT_TEXTS.title })

export default async function Page() {
  const { name } = await requireSession()
  const refusal = (await cookies()).get(REFUSAL_COOKIE)?.value ?? null
  return <AccountPage user={name} provider={pageServices().identityProvider} refusal={refusal} />
}
