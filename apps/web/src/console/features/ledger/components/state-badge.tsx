import { Badge, Tooltip } from '@mantine/core'
import { LEDGER_TEXTS as texts } from '../texts.ts'
import type { ValidatorState } from '../validators.ts'

const LOOKS = {
  active: { variant: 'light', color: 'brand' },
  registered: { variant: 'outline', color: 'gray' },
  unstaked: { variant: 'light', color: 'gray' },
} as const

/** The state of a validator's stake, with an explanation. */
export function StateBadge({ state }: { state: ValidatorState }) {
  return (
    <Tooltip label={texts.stateHints[state]} multiline maw={280}>
      <Badge {...LOOKS[state]} miw="max-content">
        {texts.states[state]}
      </Badge>
    </Tooltip>
  )
}
