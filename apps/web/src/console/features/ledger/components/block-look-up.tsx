'use client'

import { Card, Skeleton, Text, Title } from '@mantine/core'
import { ErrorNotice } from '#web/console/components/error-notice.tsx'
import { ResultCard } from '#web/console/components/result/result-card.tsx'
import { statementView } from '#web/console/components/sql/statement-view.ts'
import { showCount } from '../amounts.ts'
import { useLedgerRows } from '../hooks.ts'
import { blockSql } from '../ledger-charts.ts'
import { useLedger } from '../ledger-provider.tsx'
import { LEDGER_TEXTS } from '../texts.ts'

const texts = LEDGER_TEXTS.lookUp.block

/** The transactions of a block. `height` is a whole number. */
export function BlockLookUp({ height }: { height: string }) {
  const { source } = useLedger()
  const sql = blockSql(source, height)
  const block = useLedgerRows(sql)
  const title = texts.title(showCount(BigInt(height)))
  return (
    <Card withBorder padding="lg" component="section" aria-label={title}>
      <Title order={2} size="h4" mb="xs">
        {title}
      </Title>
      {block.isPending && <Skeleton height={90} />}
      {block.isError && <ErrorNotice error={block.error} onRetry={() => void block.refetch()} />}
      {block.data?.rows.length === 0 && <Text c="dimmed">{texts.none}</Text>}
      {block.data && block.data.rows.length > 0 && (
        <ResultCard result={statementView(block.data, sql, title)} initialTab="table" />
      )}
    </Card>
  )
}
