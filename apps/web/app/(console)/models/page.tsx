import type { Metadata } from 'next'
import { ModelsPage } from '#web/console/features/models/list.tsx'
import { MODEL_TEXTS } from '#web/console/features/models/texts.ts'

export const generateMetadata = (): Metadata => ({ title: MODEL_TEXTS.title })

export default function Page() {
  return <ModelsPage />
}
