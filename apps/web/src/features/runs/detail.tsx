'use client'

import { Button, Stack, Text } from '@mantine/core'
import type { Step } from '@parley/contract'
import { IconRoute } from '@tabler/icons-react'
import Link from 'next/link'
import { EmptyState } from '#web/components/empty-state.tsx'
import { ErrorNotice } from '#web/components/error-notice.tsx'
import { ListSkeleton } from '#web/components/list-skeleton.tsx'
import { PageFrame } from '#web/components/page-frame.tsx'
import { parseTime, showDateTime, showDuration } from '#web/components/time.ts'
import { StepCard } from './components/step-card.tsx'
import { useRun } from './hooks.ts'
import { RUN_TEXTS } from './texts.ts'

/** The trace of one run. */
export function RunDetail({ runId }: { runId: string }) {
  const run = useRun(runId)
  return (
    <PageFrame
      title={RUN_TEXTS.title}
      lead={RUN_TEXTS.lead}
      actions={
        <Button component={Link} href="/chats" variant="default">
          {RUN_TEXTS.backToChats}
        </Button>
      }
    >
      {run.isPending && <ListSkeleton rows={4} height={140} />}
      {run.isError && <ErrorNotice error={run.error} onRetry={() => void run.refetch()} />}
      {run.data && <Trace steps={run.data.steps} />}
    </PageFrame>
  )
}

function Trace({ steps }: { steps: readonly Step[] }) {
  const [first] = steps
  const last = steps.at(-1)
  if (!first || !last) {
    return <EmptyState icon={IconRoute} title={RUN_TEXTS.noSteps} text={RUN_TEXTS.noStepsText} />
  }
  const startMs = parseTime(first.created_at).getTime()
  const offsetOf = (step: Step) => parseTime(step.created_at).getTime() - startMs
  return (
    <Stack gap="md">
      <Text size="sm" c="dimmed">
        {RUN_TEXTS.startedAt} {showDateTime(first.created_at)} · {RUN_TEXTS.total}{' '}
        {showDuration(offsetOf(last))}
      </Text>
      {steps.map((step) => (
        <StepCard key={step.step_id} step={step} offsetMs={offsetOf(step)} />
      ))}
    </Stack>
  )
}
