import type { Metadata } from 'next'
import { AgentDetail } from '#web/console/features/agents/detail.tsx'
import { AGENT_TEXTS } from '#web/console/features/agents/texts.ts'

export const generateMetadata = (): Metadata => ({ title: AGENT_TEXTS.title })

export default async function Page({ params }: { params: Promise<{ id: string }> }) {
  const { id } = await params
  return <AgentDetail id={id} />
}
