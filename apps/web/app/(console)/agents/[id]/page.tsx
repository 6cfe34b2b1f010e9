import type { Metadata } from 'next'
import { AgentDetail } from '#web/features/agents/detail.tsx'
import { AGENT_TEXTS } from '#web/features/agents/texts.ts'

export const metadata: Metadata = { title: AGENT_TEXTS.title }

export default async function Page({ params }: { params: Promise<{ id: string }> }) {
  const { id } = await params
  return <AgentDetail id={id} />
}
