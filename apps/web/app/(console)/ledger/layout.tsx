import type { ReactNode } from 'react'
import { pageServices } from '#web/auth/page-services.ts'
import { LedgerProvider } from '#web/console/features/ledger/ledger-provider.tsx'

export default function LedgerLayout({ children }: { children: ReactNode }) {
  return <LedgerProvider networks={pageServices().ledgerNetworks}>{children}</LedgerProvider>
}
