import type { Metadata } from 'next'
import { ApiReferencePage } from '#web/console/features/api-reference/list.tsx'
import { API_REFERENCE_TEXTS } from '#web/console/features/api-reference/texts.ts'

export const generateMetadata = (): Metadata => ({ title: API_REFERENCE_TEXTS.title })

export default function Page() {
  return <ApiReferencePage />
}
