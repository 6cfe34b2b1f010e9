import type { Metadata } from 'next'
import { requireAdministrator } from '#web/auth/read-session.ts'
import { EventsPage } from '#web/console/features/events/list.tsx'
import { EVENT_TEXTS } from '#web/console/features/events/texts.ts'

export const generateMetadata = (): Metadata => ({ title: EVENT_TEXTS.title })

export default async function Page() {
  await requireAdministrator()
  return <EventsPage />
}
