'use client'

import { ErrorNotice } from '#web/console/components/error-notice.tsx'
import { ListSkeleton } from '#web/console/components/list-skeleton.tsx'
import { ResultCard } from '#web/console/components/result/result-card.tsx'
import { statementView } from '#web/console/components/sql/statement-view.ts'
import { firstRowsOf, useFirstRows } from '#web/console/queries/data-source.ts'
import { SOURCE_TEXTS as texts } from '../texts.ts'

/** The first rows of a table, read from the source now. */
export function FirstRows({ table }: { table: string }) {
  const first = useFirstRows(table)
  if (first.isPending) return <ListSkeleton rows={3} height={28} />
  if (first.isError) {
    return (
      <ErrorNotice error={first.error} title={texts.firstRowsFailed} onRetry={() => void first.refetch()} />
    )
  }
  return (
    <ResultCard result={statementView(first.data, firstRowsOf(table), texts.firstRows)} initialTab="table" />
  )
}
