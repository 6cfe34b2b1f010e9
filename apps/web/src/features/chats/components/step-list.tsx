'use client'

import { Anchor, Group, Loader, Stack, Text } from '@mantine/core'
import { IconAlertTriangle, IconCheck } from '@tabler/icons-react'
import dynamic from 'next/dynamic'
import Link from 'next/link'
import { ErrorNotice } from '#web/components/error-notice.tsx'
import { ListSkeleton } from '#web/components/list-skeleton.tsx'
import { Spoiler } from '#web/components/spoiler.tsx'
import { FINAL_STEP_NAME, nameStep } from '#web/features/runs/components/step-names.ts'
import { useRun } from '#web/features/runs/hooks.ts'
import { CHAT_TEXTS } from '../texts.ts'
import type { LiveStep } from './turn.ts'

/** What a step holds is looked at by few, so its script comes when it is opened. */
const StepBody = dynamic(
  () => import('#web/features/runs/components/step-body.tsx').then((module) => module.StepBody),
  { loading: () => <ListSkeleton rows={2} height={48} /> },
)
const ApprovalCard = dynamic(() => import('./approval-card.tsx').then((module) => module.ApprovalCard))

/** The steps behind a stored answer, read when they are opened. */
export function StoredSteps({ runId }: { runId: string }) {
  return (
    <Spoiler label={CHAT_TEXTS.howItGotThere}>
      <RunSteps runId={runId} />
    </Spoiler>
  )
}

function RunSteps({ runId }: { runId: string }) {
  const run = useRun(runId)
  if (run.isPending) return <ListSkeleton rows={2} height={32} />
  if (run.isError) return <ErrorNotice error={run.error} onRetry={() => void run.refetch()} />
  const steps = run.data.steps.filter((step) => step.agent_name !== FINAL_STEP_NAME)
  const live = steps.map((step) => ({
    stepId: step.step_id,
    name: step.agent_name,
    input: step.input,
    progress: null,
    isWaiting: false,
    step,
  }))
  return (
    <Stack gap={2}>
      <LiveSteps runId={runId} steps={live} />
      <Anchor component={Link} href={`/runs/${runId}`} size="sm" mt={4}>
        {CHAT_TEXTS.openRun}
      </Anchor>
    </Stack>
  )
}

/** Tool calls as they happen: what runs now, and what has come back, to be opened. */
export function LiveSteps({ runId, steps }: { runId: string | null; steps: readonly LiveStep[] }) {
  return steps.map((live) => {
    if (live.step) {
      return (
        <Spoiler key={live.stepId} label={<StepLine live={live} />}>
          <StepBody step={live.step} />
        </Spoiler>
      )
    }
    if (live.isWaiting && runId !== null) {
      const { stepId, name: tool, input } = live
      return <ApprovalCard key={stepId} call={{ runId, stepId, tool, input }} />
    }
    return (
      <Group key={live.stepId} gap={8} py={4} wrap="nowrap">
        <Loader size={14} aria-hidden />
        <Text size="sm">{live.progress ?? nameStep(live.name).running}</Text>
      </Group>
    )
  })
}

function StepLine({ live: { name, step } }: { live: LiveStep }) {
  const { title } = nameStep(name)
  const isGood = step?.status === 'ok' || step?.status === 'partial'
  const Icon = isGood ? IconCheck : IconAlertTriangle
  return (
    <Group gap={6} wrap="nowrap">
      <Icon size={16} color={isGood ? 'var(--parley-accent)' : 'var(--mantine-color-error)'} aria-hidden />
      <span>{title}</span>
      {!isGood && step && <Text size="xs">{CHAT_TEXTS.stepFailed}</Text>}
      {typeof step?.output.row_count === 'number' && (
        <Text size="xs" c="dimmed">
          {CHAT_TEXTS.rowCount(step.output.row_count)}
        </Text>
      )}
    </Group>
  )
}
