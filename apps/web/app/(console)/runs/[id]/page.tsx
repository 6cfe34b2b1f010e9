import type { Metadata } from 'next'
import { RunDetail } from '#web/console/features/runs/detail.tsx'
import { RUN_TEXTS } from '#web/console/features/runs/texts.ts'

export const generateMetadata = (): Metadata => ({ title: RUN_TEXTS.title })

export default async function Page({ params }: { params: Promise<{ id: string }> }) {
  const { id } = await params
  return <RunDetail runId={id} />
}
