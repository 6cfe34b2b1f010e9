import type { Metadata } from 'next'
import { PersonasPage } from '#web/features/personas/list.tsx'
import { PERSONA_TEXTS } from '#web/features/personas/texts.ts'

export const metadata: Metadata = { title: PERSONA_TEXTS.title }

export default function Page() {
  return <PersonasPage />
}
