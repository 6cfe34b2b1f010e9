import { Badge } from '@mantine/core'
import type { Step } from '@parley/contract'
import { STEP_TEXTS } from '#web/console/components/run/texts.ts'

const COLOURS = {
  ok: 'brand',
  error: 'red',
  timeout: 'red',
  refused: 'orange',
  cancelled: 'gray',
  partial: 'yellow',
} as const

/** The status of a step as a coloured word. */
export function StepStatus({ status }: { status: Step['status'] }) {
  return (
    <Badge variant="light" color={COLOURS[status]} size="sm">
      {STEP_TEXTS.status[status]}
    </Badge>
  )
}
