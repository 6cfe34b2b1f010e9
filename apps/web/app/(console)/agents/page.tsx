import type { Metadata } from 'next'
import { AgentsPage } from '#web/console/features/agents/list.tsx'
import { AGENT_TEXTS } from '#web/console/features/agents/texts.ts'

export const generateMetadata = (): Metadata => ({ title: AGENT_TEXTS.title })

export default function Page() {
  return <AgentsPage />
}
