import type { Metadata } from 'next'
import { requireAdministrator } from '#web/auth/read-session.ts'
import { PeopleUsagePage } from '#web/console/features/usage/list.tsx'
import { USAGE_TEXTS } from '#web/console/features/usage/texts.ts'

export const generateMetadata = (): Metadata => ({ title: USAGE_TEXTS.title })

export default async function Page() {
  await requireAdministrator()
  return <PeopleUsagePage />
}
