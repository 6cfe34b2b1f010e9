import type { Metadata } from 'next'
import { LedgerGenesis } from '#web/console/features/ledger/genesis.tsx'
import { LEDGER_TEXTS } from '#web/console/features/ledger/texts.ts'

export const generateMetadata = (): Metadata => ({
  title: `${LEDGER_TEXTS.title}: ${LEDGER_TEXTS.pages.genesis}`,
})

export default function Page() {
  return <LedgerGenesis />
}
