import { Badge, Tooltip } from '@mantine/core'
import { LEDGER_TEXTS as texts } from '../texts.ts'
import type { ValidatorState } from '../validators.ts'

const COLOURS = { active: 'brand', registered: 'yellow', unstaked: 'gray' } as const

/** What became of a validator's stake, with what that means. */
export function StateBadge({ state }: { state: ValidatorState }) {
  return (
    <Tooltip label={texts.stateHints[state]} multiline maw={280}>
      <Badge variant="light" color={COLOURS[state]}>
        {texts.states[state]}
      </Badge>
    </Tooltip>
  )
}
