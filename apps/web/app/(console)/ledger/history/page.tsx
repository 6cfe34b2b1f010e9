import type { Metadata } from 'next'
import { LedgerHistory } from '#web/console/features/ledger/history.tsx'
import { LEDGER_TEXTS } from '#web/console/features/ledger/texts.ts'

export const generateMetadata = (): Metadata => ({
  title: `${LEDGER_TEXTS.title}: ${LEDGER_TEXTS.pages.history}`,
})

export default function Page() {
  return <LedgerHistory />
}
