import { VisuallyHidden } from '@mantine/core'
import classes from './agent-mark.module.css'
import { lookOf } from './look-of.ts'

type Props = {
  readonly agentId: string
  /** Says that the agent is writing an answer; a ring turns around its icon then. */
  readonly running?: string | false | undefined
}

/** The icon and the colour of an agent, which follow from its id and so stay the same everywhere. */
export function AgentMark({ agentId, running }: Props) {
  const { icon, colour } = lookOf(agentId)
  return (
    <span
      className={classes.mark}
      data-agent-mark={agentId}
      data-icon={icon}
      data-colour={colour}
      data-running={running ? true : undefined}
      title={running || undefined}
    >
      {running && <VisuallyHidden>{running}</VisuallyHidden>}
    </span>
  )
}
