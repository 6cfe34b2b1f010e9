'use client'

import { DataTable } from '#web/components/data-table.tsx'
import { ErrorNotice } from '#web/components/error-notice.tsx'
import { ListSkeleton } from '#web/components/list-skeleton.tsx'
import { useFirstRows } from '../hooks.ts'
import { SOURCE_TEXTS as texts } from '../texts.ts'

/** The first rows of a table, as they are in the source now. */
export function FirstRows({ table }: { table: string }) {
  const first = useFirstRows(table)
  if (first.isPending) return <ListSkeleton rows={3} height={28} />
  if (first.isError) {
    return (
      <ErrorNotice error={first.error} title={texts.firstRowsFailed} onRetry={() => void first.refetch()} />
    )
  }
  return <DataTable rows={first.data.rows} caption={texts.firstRows} />
}
