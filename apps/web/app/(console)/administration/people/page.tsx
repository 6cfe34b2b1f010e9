import type { Metadata } from 'next'
import { requireAdministrator } from '#web/auth/read-session.ts'
import { PeoplePage } from '#web/console/features/people/list.tsx'
import { PEOPLE_TEXTS } from '#web/console/features/people/texts.ts'

export const generateMetadata = (): Metadata => ({ title: PEOPLE_TEXTS.title })

export default async function Page() {
  const { name } = await requireAdministrator()
  return <PeoplePage user={name} />
}
