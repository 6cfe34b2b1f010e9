import type { Metadata } from 'next'
import { LedgerLookUp } from '#web/console/features/ledger/look-up.tsx'
import { LEDGER_TEXTS } from '#web/console/features/ledger/texts.ts'

export const generateMetadata = (): Metadata => ({
  title: `${LEDGER_TEXTS.title}: ${LEDGER_TEXTS.pages.lookUp}`,
})

export default function Page() {
  return <LedgerLookUp />
}
