import { Badge } from '@mantine/core'
import type { Step } from '@parley/contract'
import { RUN_TEXTS } from '../texts.ts'

const COLOURS = {
  ok: 'brand',
  error: 'red',
  timeout: 'red',
  refused: 'orange',
  cancelled: 'gray',
  partial: 'yellow',
} as const

/** How a step ended, in a word and a colour. */
export function StepStatus({ status }: { status: Step['status'] }) {
  return (
    <Badge variant="light" color={COLOURS[status]} size="sm">
      {RUN_TEXTS.status[status]}
    </Badge>
  )
}
