import type { Metadata } from 'next'
import { SourcesPage } from '#web/console/features/sources/list.tsx'
import { SOURCE_TEXTS } from '#web/console/features/sources/texts.ts'

export const generateMetadata = (): Metadata => ({ title: SOURCE_TEXTS.title })

export default function Page() {
  return <SourcesPage />
}
