import { Stack, Text } from '@mantine/core'
import type { Step } from '@parley/contract'
import { rowsOfStep } from '#web/components/chart/read-chart.ts'
import { DataTable } from '#web/components/data-table.tsx'
import { RUN_TEXTS } from '../texts.ts'

/** The rows a statement gave, what was done on the way to them, and what the engine had expected. */
export function SqlResult({ step }: { step: Step }) {
  const rows = rowsOfStep(step)
  if (rows === null) return null
  const { row_count: total, truncated, notes, estimate } = step.output
  const remarks = [
    truncated === true ? RUN_TEXTS.truncated : '',
    ...(Array.isArray(notes) ? notes.map(String) : []),
    readEstimate(estimate),
  ].filter((remark) => remark !== '')
  return (
    <Stack gap={4}>
      <DataTable rows={rows} total={typeof total === 'number' ? total : undefined} caption={RUN_TEXTS.rows} />
      {remarks.map((remark) => (
        <Text key={remark} size="xs" c="dimmed">
          {remark}
        </Text>
      ))}
    </Stack>
  )
}

/** Empty where the engine told nothing. */
function readEstimate(estimate: unknown): string {
  if (typeof estimate !== 'object' || estimate === null) return ''
  const told = new Map<string, unknown>(Object.entries(estimate))
  const parts = Object.entries(RUN_TEXTS.estimates).flatMap(([key, describe]) => {
    const value = told.get(key)
    return typeof value === 'number' ? [describe(value)] : []
  })
  return parts.length > 0 ? RUN_TEXTS.estimate(parts) : ''
}
