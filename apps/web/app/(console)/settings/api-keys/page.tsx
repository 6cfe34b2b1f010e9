import type { Metadata } from 'next'
import { ApiKeysPage } from '#web/console/features/api-keys/list.tsx'
import { API_KEY_TEXTS } from '#web/console/features/api-keys/texts.ts'

export const generateMetadata = (): Metadata => ({ title: API_KEY_TEXTS.title })

export default function Page() {
  return <ApiKeysPage />
}
