'use client'

import { VisuallyHidden } from '@mantine/core'
import { CHAT_TEXTS } from '../texts.ts'
import classes from './running-dot.module.css'
import { useTurn } from './turns-provider.tsx'

type Props = {
  readonly sessionId: string
  /** Whether the service says so, for an answer that another page receives. */
  readonly isRunning?: boolean | undefined
}

/** Marks a chat whose answer is being written. */
export function RunningDot({ sessionId, isRunning = false }: Props) {
  const turn = useTurn(sessionId)
  if (turn === null ? !isRunning : turn.phase !== 'running') return null
  return (
    <span className={classes.dot} title={CHAT_TEXTS.running}>
      <VisuallyHidden>{CHAT_TEXTS.running}</VisuallyHidden>
    </span>
  )
}
