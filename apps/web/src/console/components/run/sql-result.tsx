import { Stack, Text } from '@mantine/core'
import type { Step } from '@parley/contract'
import { rowsOfStep } from '../chart/read-chart.ts'
import { DataTable } from '../data-table.tsx'
import { STEP_TEXTS } from './texts.ts'

/** The rows of a statement, the notes about its execution, and the engine's estimate. */
export function SqlResult({ step }: { step: Step }) {
  const rows = rowsOfStep(step)
  if (rows === null) return null
  const { row_count: total, columns, truncated, notes, estimate } = step.output
  const remarks = [
    truncated === true ? STEP_TEXTS.truncated : '',
    ...(Array.isArray(notes) ? notes.map(String) : []),
    readEstimate(estimate),
  ].filter((remark) => remark !== '')
  return (
    <Stack gap={4}>
      <DataTable
        rows={rows}
        columns={Array.isArray(columns) ? columns.map(String) : undefined}
        total={typeof total === 'number' ? total : undefined}
        caption={STEP_TEXTS.rows}
      />
      {remarks.map((remark) => (
        <Text key={remark} size="xs" c="dimmed">
          {remark}
        </Text>
      ))}
    </Stack>
  )
}

/** Empty when the engine gave no estimate. */
function readEstimate(estimate: unknown): string {
  if (typeof estimate !== 'object' || estimate === null) return ''
  const told = new Map<string, unknown>(Object.entries(estimate))
  const parts = Object.entries(STEP_TEXTS.estimates).flatMap(([key, describe]) => {
    const value = told.get(key)
    return typeof value === 'number' ? [describe(value)] : []
  })
  return parts.length > 0 ? STEP_TEXTS.estimate(parts) : ''
}
