'use client'

import { Alert } from '@mantine/core'
import { TOOL_TEXTS } from '../texts.ts'

const OUTCOMES = TOOL_TEXTS.signInOutcomes

/** The outcome of a sign-in at a tool server, from the address of the page. */
export function SignInOutcome({ outcome }: { outcome: string | null }) {
  if (outcome !== 'done' && outcome !== 'failed' && outcome !== 'signed_out') return null
  const isDone = outcome === 'done'
  return (
    <Alert color={isDone ? 'green' : 'red'} variant="light" role={isDone ? 'status' : 'alert'} mb="md">
      {OUTCOMES[outcome]}
    </Alert>
  )
}
