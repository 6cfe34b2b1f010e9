import type { Metadata } from 'next'
import { LEDGER_TEXTS } from '#web/console/features/ledger/texts.ts'
import { LedgerValidator } from '#web/console/features/ledger/validator.tsx'

export const generateMetadata = (): Metadata => ({ title: LEDGER_TEXTS.validator.title })

export default async function Page({ params }: { params: Promise<{ id: string }> }) {
  const { id } = await params
  return <LedgerValidator nodeId={id} />
}
