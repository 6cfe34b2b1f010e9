'use client'

import { Badge, Button, Group, Stack, Text } from '@mantine/core'
import { IconMessage2, IconRoute } from '@tabler/icons-react'
import Link from 'next/link'
import { splitReasoning } from '#web/console/components/conversation/split-reasoning.ts'
import { EmptyState } from '#web/console/components/empty-state.tsx'
import { ErrorNotice } from '#web/console/components/error-notice.tsx'
import { EvidenceList } from '#web/console/components/evidence/evidence-list.tsx'
import { ListSkeleton } from '#web/console/components/list-skeleton.tsx'
import { PageFrame } from '#web/console/components/page-frame.tsx'
import { Section } from '#web/console/components/section.tsx'
import { showDateTime, showDuration } from '#web/console/components/time.ts'
import { useInspectedRun, useRunEvidence } from '#web/console/queries/run.ts'
import { measureRun, type TimedStep } from './components/measure-run.ts'
import { SaveAnswer } from './components/save-answer.tsx'
import { StepCard } from './components/step-card.tsx'
import { Timeline } from './components/timeline.tsx'
import { RUN_TEXTS as texts } from './texts.ts'

type Inspected = NonNullable<ReturnType<typeof useInspectedRun>['data']>

/** The trace of one run: its cost, and the duration, input and output of each step. */
export function RunDetail({ runId }: { runId: string }) {
  const run = useInspectedRun(runId)
  return (
    <PageFrame
      isWide
      title={texts.title}
      tabTitle={run.data && (questionOf(run.data) || texts.title)}
      lead={texts.lead}
      actions={
        run.data && (
          <Group gap="sm">
            {hasStatement(run.data) && <SaveAnswer runId={runId} question={questionOf(run.data)} />}
            <Button
              component={Link}
              href={`/chats/${run.data.session_id}`}
              variant="default"
              leftSection={<IconMessage2 size={16} aria-hidden />}
            >
              {texts.toChat}
            </Button>
          </Group>
        )
      }
    >
      {run.isPending && <ListSkeleton rows={4} height={140} />}
      {run.isError && (
        <ErrorNotice error={run.error} onRetry={() => void run.refetch()}>
          <Group>
            <Button component={Link} href="/chats" variant="default" size="xs">
              {texts.toChats}
            </Button>
          </Group>
        </ErrorNotice>
      )}
      {run.data && (
        <Stack gap="md">
          {run.data.question !== null && <Question text={run.data.question} />}
          <Trace run={run.data} />
        </Stack>
      )}
    </PageFrame>
  )
}

/** Whether a statement of the run can be saved. */
function hasStatement({ steps }: Inspected): boolean {
  return steps.some(({ agent_name, status }) => agent_name === 'execute_sql' && status === 'ok')
}

/** The question as the agent searched with it. */
function questionOf({ steps }: Inspected): string {
  const question = steps.find(({ agent_name }) => agent_name === 'find_metadata')?.input?.user_question
  return typeof question === 'string' ? question : ''
}

/** The question exactly as the user typed it. */
function Question({ text }: { text: string }) {
  return (
    <Section title={texts.question}>
      <Text dir="auto" style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
        {text}
      </Text>
    </Section>
  )
}

function Trace({ run }: { run: Inspected }) {
  const [first] = run.steps
  if (!first) {
    return <EmptyState icon={IconRoute} title={texts.noSteps} text={texts.noStepsText} />
  }
  const { steps, totalMs } = measureRun(run.steps)
  return (
    <Stack gap="md">
      <Summary run={run} startedAt={first.created_at} totalMs={totalMs} />
      <Timeline steps={steps} totalMs={totalMs} />
      {steps.map((timed: TimedStep) => (
        <StepCard key={timed.step.step_id} runId={run.run_id} timed={timed} />
      ))}
      <Numbers run={run} />
    </Stack>
  )
}

/** The numbers of the answer, once the run has ended. */
function Numbers({ run }: { run: Inspected }) {
  const { data } = useRunEvidence(run.status === 'running' ? null : run.run_id)
  const content = run.steps.at(-1)?.output.content
  if (!data?.evidence || typeof content !== 'string') return null
  return <EvidenceList evidence={data.evidence} text={splitReasoning(content).text} />
}

type SummaryProps = { readonly run: Inspected; readonly startedAt: string; readonly totalMs: number }

function Summary({ run, startedAt, totalMs }: SummaryProps) {
  const isGood = run.status === 'ok' || run.status === 'running'
  return (
    <Group gap="sm">
      <Badge variant="light" color={isGood ? 'brand' : 'red'}>
        {texts.runStatus[run.status]}
      </Badge>
      <Text size="sm" c="dimmed">
        {texts.startedAt(showDateTime(startedAt))} · {texts.total(showDuration(totalMs))}
        {run.usage && ` · ${texts.usage(run.usage.input_tokens, run.usage.output_tokens)}`}
      </Text>
    </Group>
  )
}
