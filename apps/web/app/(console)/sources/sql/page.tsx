import type { Metadata } from 'next'
import { SqlPage } from '#web/console/features/sources/sql-page.tsx'
import { SOURCE_TEXTS } from '#web/console/features/sources/texts.ts'

export const metadata: Metadata = { title: SOURCE_TEXTS.sql.title }

export default function Page() {
  return <SqlPage />
}
