'use client'

import { Button, Group, Stack, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconChartBar, IconDownload } from '@tabler/icons-react'
import { useMemo } from 'react'
import { ChartFigure } from '#web/components/chart/chart-figure.tsx'
import { DataTable, type Row } from '#web/components/data-table.tsx'
import { saveText, toCsv } from '#web/components/save-text.ts'
import { SOURCE_TEXTS } from '../texts.ts'
import { guessChart } from './guess-chart.ts'

const texts = SOURCE_TEXTS.sql

/** What a statement gave. */
export type SqlRows = {
  readonly columns: readonly { readonly name: string; readonly type: string }[]
  readonly rows: readonly Row[]
  readonly row_count: number | null
  readonly truncated: boolean
  readonly notes: readonly string[]
}

/** The rows of a statement as a table, as a chart and as a file. */
export function SqlResult({ result }: { result: SqlRows }) {
  const [isDrawn, { toggle }] = useDisclosure(false)
  const chart = useMemo(() => guessChart(result.rows), [result.rows])
  return (
    <Stack gap="sm">
      <DataTable rows={result.rows} total={result.row_count ?? undefined} caption={texts.result} />
      {result.rows.length === 0 && result.columns.length > 0 && (
        <Text size="xs" c="dimmed">
          {texts.columns(result.columns.map(({ name, type }) => `${name} ${type}`).join(', '))}
        </Text>
      )}
      {result.truncated && (
        <Text size="xs" c="dimmed">
          {texts.truncated}
        </Text>
      )}
      {result.notes.map((note) => (
        <Text key={note} size="xs" c="dimmed">
          {note}
        </Text>
      ))}
      {result.rows.length > 0 && (
        <Group gap="xs">
          <Button
            size="xs"
            variant="default"
            leftSection={<IconChartBar size={14} aria-hidden />}
            disabled={chart === null}
            title={chart === null ? texts.noChart : undefined}
            onClick={toggle}
          >
            {isDrawn ? texts.hideChart : texts.chart}
          </Button>
          <Button
            size="xs"
            variant="default"
            leftSection={<IconDownload size={14} aria-hidden />}
            onClick={() => saveText('result.csv', 'text/csv', toCsv(result.rows))}
          >
            {texts.export}
          </Button>
        </Group>
      )}
      {isDrawn && chart && <ChartFigure chart={chart} />}
    </Stack>
  )
}
