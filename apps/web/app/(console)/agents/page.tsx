import type { Metadata } from 'next'
import { AgentsPage } from '#web/features/agents/list.tsx'
import { AGENT_TEXTS } from '#web/features/agents/texts.ts'

export const metadata: Metadata = { title: AGENT_TEXTS.title }

export default function Page() {
  return <AgentsPage />
}
