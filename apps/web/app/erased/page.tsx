import type { Metadata } from 'next'
import { ErasurePage } from '#web/console/features/erasure/detail.tsx'
import { ERASURE_TEXTS } from '#web/console/features/erasure/texts.ts'
import { DataProvider } from '#web/console/trpc/data-provider.tsx'

export const generateMetadata = (): Metadata => ({ title: ERASURE_TEXTS.title })

type Props = { readonly searchParams: Promise<Readonly<Record<string, string | string[] | undefined>>> }

/** Shows a person how far their account is erased. The page needs no session: the id names no person. */
export default async function Page({ searchParams }: Props) {
  const { id } = await searchParams
  return (
    <DataProvider>
      <ErasurePage id={typeof id === 'string' ? id : ''} />
    </DataProvider>
  )
}
