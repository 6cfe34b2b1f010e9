import type { Metadata } from 'next'
import { requireSession } from '#web/auth/read-session.ts'
import { SqlPage } from '#web/console/features/sources/sql-page.tsx'
import { SOURCE_TEXTS } from '#web/console/features/sources/texts.ts'

export const generateMetadata = (): Metadata => ({ title: SOURCE_TEXTS.sql.title })

export default async function Page() {
  const { name } = await requireSession()
  return <SqlPage owner={name} />
}
