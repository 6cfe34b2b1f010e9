import { Button, Group, Text } from '@mantine/core'
import type { MarkedRow } from './find-marked-rows.ts'
import { ResultTable } from './result-table.tsx'
import type { ResultView } from './result-view.ts'
import { RESULT_TEXTS as texts } from './texts.ts'

type Props = {
  readonly result: ResultView
  readonly marked: readonly MarkedRow[]
  readonly onShowAll: () => void
}

/** The rows behind one mark of a chart, with their places in the result that the chart draws. */
export function MarkedRows({ result, marked, onShowAll }: Props) {
  const rows = marked.map(({ row }) => row)
  const shown = { ...result, rows, total: rows.length, isCut: false }
  const numbers = marked.map(({ number }) => number)
  return (
    <>
      <Group gap="xs" justify="space-between" mb={6}>
        <Text size="sm" role="status">
          {texts.marked(numbers, result.step)}
        </Text>
        <Button variant="subtle" size="compact-xs" onClick={onShowAll}>
          {texts.showAllRows}
        </Button>
      </Group>
      <ResultTable result={shown} />
    </>
  )
}
