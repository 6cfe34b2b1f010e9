'use client'

import { VisuallyHidden } from '@mantine/core'
import { CHAT_TEXTS } from '../texts.ts'
import classes from './running-dot.module.css'
import { useTurn } from './turns-provider.tsx'

/** Marks a chat whose answer this page is receiving. */
export function RunningDot({ sessionId }: { readonly sessionId: string }) {
  if (useTurn(sessionId)?.phase !== 'running') return null
  return (
    <span className={classes.dot} title={CHAT_TEXTS.running}>
      <VisuallyHidden>{CHAT_TEXTS.running}</VisuallyHidden>
    </span>
  )
}
