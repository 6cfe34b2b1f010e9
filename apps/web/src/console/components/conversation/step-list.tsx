'use client'

import { Anchor, Group, Loader, Stack, Text } from '@mantine/core'
import { useIntersection } from '@mantine/hooks'
import type { Step } from '@parley/contract'
import { IconAlertTriangle, IconCheck } from '@tabler/icons-react'
import Link from 'next/link'
import { useWaitingCall } from '#web/console/queries/approval.ts'
import { FINAL_STEP_NAME, useInspectedRun } from '#web/console/queries/run.ts'
import { failureInPlaceOf } from '#web/console/trpc/failure-in-place-of.ts'
import { ErrorNotice } from '../error-notice.tsx'
import { lazyPart } from '../lazy-part.tsx'
import { ListSkeleton } from '../list-skeleton.tsx'
import { nameStep } from '../run/step-names.ts'
import { STEP_TEXTS } from '../run/texts.ts'
import { Spoiler } from '../spoiler.tsx'
import { parseTime, showDuration } from '../time.ts'
import { CONVERSATION_TEXTS } from './texts.ts'
import type { LiveStep } from './turn.ts'

/** Few users open a step, so its script loads when a step is opened. */
const StepBody = lazyPart(
  () => import('../run/step-body.tsx').then((module) => module.StepBody),
  <ListSkeleton rows={2} height={48} />,
)
const ApprovalCard = lazyPart(() => import('./approval-card.tsx').then((module) => module.ApprovalCard))

/** The steps behind a stored answer, read when their line comes into view. */
export function StoredSteps({ runId }: { runId: string }) {
  const { ref, entry } = useIntersection({ root: null, rootMargin: '400px' })
  const run = useInspectedRun(entry?.isIntersecting === true ? runId : null)
  return (
    <div ref={ref}>
      <Spoiler label={<Summary run={run.data} />} hint={costOf(run.data)}>
        <RunSteps run={run} runId={runId} />
      </Spoiler>
    </div>
  )
}

/** How many steps, failed and refused steps, rows and seconds an answer took. */
function Summary({ run }: { run: InspectedRun | undefined }) {
  const { howItGotThere, stepCount, failedStepCount, refusedStepCount, rowCount } = CONVERSATION_TEXTS
  if (!run) return howItGotThere
  const calls = run.steps.filter((step) => step.agent_name !== FINAL_STEP_NAME)
  const failed = calls.filter(({ status }) => status === 'error' || status === 'timeout').length
  const refused = calls.filter(({ status }) => status === 'refused').length
  const rows = calls.findLast(({ output }) => typeof output.row_count === 'number')?.output.row_count
  const first = run.steps[0]
  const last = run.steps.at(-1)
  const tookMs =
    first && last
      ? parseTime(last.created_at).getTime() + last.duration_ms - parseTime(first.created_at).getTime()
      : 0
  const parts = [
    howItGotThere,
    stepCount(calls.length),
    ...(failed > 0 ? [failedStepCount(failed)] : []),
    ...(refused > 0 ? [refusedStepCount(refused)] : []),
    ...(typeof rows === 'number' ? [rowCount(rows)] : []),
    showDuration(tookMs),
  ]
  return parts.join(' · ')
}

/** The tokens of an answer, and its cost where the model has a price. */
function costOf(run: InspectedRun | undefined): string | undefined {
  if (!run?.usage) return undefined
  const { tokens, cost } = CONVERSATION_TEXTS
  const { input_tokens, output_tokens } = run.usage
  return tokens(input_tokens, output_tokens) + (run.cost_usd === null ? '' : cost(run.cost_usd))
}

type InspectedRun = NonNullable<ReturnType<typeof useInspectedRun>['data']>

function RunSteps({ run, runId }: { run: ReturnType<typeof useInspectedRun>; runId: string }) {
  const failure = failureInPlaceOf(run)
  if (failure) return <ErrorNotice error={failure} onRetry={() => void run.refetch()} />
  if (!run.data) return <ListSkeleton rows={2} height={32} />
  const steps = run.data.steps.filter((step) => step.agent_name !== FINAL_STEP_NAME)
  return (
    <Stack gap={2}>
      <LiveSteps runId={runId} steps={steps.map(endedStep)} />
      <Anchor component={Link} href={`/runs/${runId}`} size="sm" mt={4}>
        {CONVERSATION_TEXTS.openRun}
      </Anchor>
    </Stack>
  )
}

function endedStep(step: Step): LiveStep {
  const { step_id: stepId, agent_name: name } = step
  return { stepId, name, progress: null, isWaiting: false, step }
}

/** Tool calls as they happen: the running call, and the finished ones, which can be opened. */
export function LiveSteps({ runId, steps }: { runId: string | null; steps: readonly LiveStep[] }) {
  return steps.map((live) => {
    if (live.step) {
      return (
        <Spoiler key={live.stepId} label={<StepLine live={live} />}>
          <StepBody step={live.step} />
        </Spoiler>
      )
    }
    if (live.isWaiting && runId !== null)
      return <WaitingStep key={live.stepId} runId={runId} stepId={live.stepId} />
    return <RunningStep key={live.stepId} text={live.progress ?? nameStep(live.name).running} />
  })
}

/** The events of a run lack the arguments of a waiting call, so they are read from the list of waiting calls. */
function WaitingStep({ runId, stepId }: { runId: string; stepId: number }) {
  const call = useWaitingCall(runId, stepId)
  return call ? <ApprovalCard call={call} /> : <RunningStep text={CONVERSATION_TEXTS.waitingForApproval} />
}

function RunningStep({ text }: { text: string }) {
  return (
    <Group gap={8} py={4} wrap="nowrap">
      <Loader size={14} aria-hidden />
      <Text size="sm">{text}</Text>
    </Group>
  )
}

function StepLine({ live: { name, step } }: { live: LiveStep }) {
  const { title } = nameStep(name)
  const hasWorked = step?.status === 'ok' || step?.status === 'partial'
  const Icon = hasWorked ? IconCheck : IconAlertTriangle
  return (
    <Group gap={6} wrap="nowrap">
      <Icon size={16} color={hasWorked ? 'var(--parley-accent)' : 'var(--mantine-color-error)'} aria-hidden />
      <span>{title}</span>
      {!hasWorked && step && <Text size="xs">{STEP_TEXTS.status[step.status]}</Text>}
      {typeof step?.output.row_count === 'number' && (
        <Text size="xs" c="dimmed">
          {CONVERSATION_TEXTS.rowCount(step.output.row_count)}
        </Text>
      )}
    </Group>
  )
}
