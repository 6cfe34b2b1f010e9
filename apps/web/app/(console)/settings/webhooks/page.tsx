import type { Metadata } from 'next'
import { WebhooksPage } from '#web/console/features/webhooks/list.tsx'
import { WEBHOOK_TEXTS } from '#web/console/features/webhooks/texts.ts'

export const generateMetadata = (): Metadata => ({ title: WEBHOOK_TEXTS.title })

export default function Page() {
  return <WebhooksPage />
}
