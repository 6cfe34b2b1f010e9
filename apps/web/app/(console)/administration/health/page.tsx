import type { Metadata } from 'next'
import { requireAdministrator } from '#web/auth/read-session.ts'
import { HealthPage } from '#web/console/features/health/list.tsx'
import { HEALTH_TEXTS } from '#web/console/features/health/texts.ts'

export const generateMetadata = (): Metadata => ({ title: HEALTH_TEXTS.title })

export default async function Page() {
  await requireAdministrator()
  return <HealthPage />
}
