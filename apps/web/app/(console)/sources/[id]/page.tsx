import type { Metadata } from 'next'
import { SourceDetail } from '#web/console/features/sources/detail.tsx'
import { SOURCE_TEXTS } from '#web/console/features/sources/texts.ts'

export const generateMetadata = (): Metadata => ({ title: SOURCE_TEXTS.title })

export default async function Page({ params }: { params: Promise<{ id: string }> }) {
  const { id } = await params
  return <SourceDetail id={id} />
}
