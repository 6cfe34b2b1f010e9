import type { Metadata } from 'next'
import { DefinitionsPage } from '#web/console/features/definitions/list.tsx'
import { DEFINITION_TEXTS } from '#web/console/features/definitions/texts.ts'

export const generateMetadata = (): Metadata => ({ title: DEFINITION_TEXTS.title })

export default function Page() {
  return <DefinitionsPage />
}
