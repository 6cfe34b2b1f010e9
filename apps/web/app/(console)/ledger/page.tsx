import type { Metadata } from 'next'
import { LedgerOverview } from '#web/console/features/ledger/overview.tsx'
import { LEDGER_TEXTS } from '#web/console/features/ledger/texts.ts'

export const generateMetadata = (): Metadata => ({ title: LEDGER_TEXTS.title })

export default function Page() {
  return <LedgerOverview />
}
