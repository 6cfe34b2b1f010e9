import type { Metadata } from 'next'
import { PersonasPage } from '#web/console/features/personas/list.tsx'
import { PERSONA_TEXTS } from '#web/console/features/personas/texts.ts'

export const generateMetadata = (): Metadata => ({ title: PERSONA_TEXTS.title })

export default function Page() {
  return <PersonasPage />
}
