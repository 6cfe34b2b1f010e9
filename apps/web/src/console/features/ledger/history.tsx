'use client'

import './without-eval.ts'

import { Box, SimpleGrid, Skeleton, Text } from '@mantine/core'
import { ErrorNotice } from '#web/console/components/error-notice.tsx'
import { ResultCard } from '#web/console/components/result/result-card.tsx'
import { statementView } from '#web/console/components/sql/statement-view.ts'
import { LedgerFrame } from './components/ledger-frame.tsx'
import { useLedgerRows } from './hooks.ts'
import { LEDGER_CHARTS, type LedgerChart, ledgerChartSql } from './ledger-charts.ts'
import { useLedger } from './ledger-provider.tsx'
import { LEDGER_TEXTS } from './texts.ts'

const texts = LEDGER_TEXTS.history

/** The network over time: stake, emission, supply and fees, each with its table, its statement and its files. */
export function LedgerHistory() {
  return (
    <LedgerFrame lead={texts.lead}>
      <SimpleGrid cols={{ base: 1, lg: 2 }}>
        {LEDGER_CHARTS.map((chart) => (
          <ChartOverTime key={chart} chart={chart} />
        ))}
      </SimpleGrid>
    </LedgerFrame>
  )
}

function ChartOverTime({ chart }: { chart: LedgerChart }) {
  const { native, source } = useLedger()
  const sql = ledgerChartSql(source, chart, texts.columns)
  const result = useLedgerRows(sql)
  const title = texts.charts[chart](native.symbol)
  return (
    <Box component="section" aria-label={title} miw={0} display="grid">
      {result.isPending && <Skeleton height={320} />}
      {result.isError && <ErrorNotice error={result.error} onRetry={() => void result.refetch()} />}
      {result.data?.rows.length === 0 && <Text c="dimmed">{texts.none}</Text>}
      {result.data && result.data.rows.length > 0 && (
        <ResultCard result={statementView(result.data, sql, title)} />
      )}
    </Box>
  )
}
