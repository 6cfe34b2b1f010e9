'use client'

import { Button, Group, Stack, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconChartBar, IconDownload } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useMemo } from 'react'
import { ChartFigure } from '../chart/chart-figure.tsx'
import { DataTable, type ShownRow } from '../data-table.tsx'
import { ErrorNotice } from '../error-notice.tsx'
import { saveText, toCsv } from '../save-text.ts'
import { guessChart } from './guess-chart.ts'
import { saveResult } from './save-result.ts'
import { SQL_TEXTS as texts } from './texts.ts'

/** The result of a statement. */
export type SqlRows = {
  readonly columns: readonly { readonly name: string; readonly type: string }[]
  readonly rows: readonly ShownRow[]
  readonly row_count: number | null
  readonly truncated: boolean
  readonly notes: readonly string[]
}

/** The number range of the shown rows of a larger result; undefined when all rows are shown. */
function missingRows({ rows, row_count: total, truncated }: SqlRows): string | undefined {
  const isWhole = !truncated && (total === null || total <= rows.length)
  return isWhole ? undefined : texts.firstRows(rows.length, total)
}

/** The rows of a statement as a table, as a chart and as a file. */
export function SqlResult({ result, sql }: { result: SqlRows; sql: string }) {
  const [isDrawn, { toggle }] = useDisclosure(false)
  const names = result.columns.map(({ name }) => name)
  const save = useMutation({ mutationFn: saveResult })
  const chart = useMemo(() => guessChart(result.rows, missingRows(result)), [result])
  return (
    <Stack gap="sm">
      <DataTable
        rows={result.rows}
        columns={names}
        total={result.row_count ?? undefined}
        caption={texts.result}
      />
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
            loading={save.isPending}
            onClick={() =>
              result.truncated
                ? save.mutate(sql)
                : saveText('result.csv', 'text/csv', toCsv(result.rows, names))
            }
          >
            {texts.export}
          </Button>
        </Group>
      )}
      {save.isError && <ErrorNotice error={save.error} title={texts.notSaved} />}
      {isDrawn && chart && <ChartFigure chart={chart} />}
    </Stack>
  )
}
