'use client'

import { Group, Paper, Text, ThemeIcon, Title } from '@mantine/core'
import { StepBody } from '#web/console/components/run/step-body.tsx'
import { nameStep } from '#web/console/components/run/step-names.ts'
import { showDuration } from '#web/console/components/time.ts'
import { RUN_TEXTS } from '../texts.ts'
import type { TimedStep } from './measure-run.ts'
import { RerunSql } from './rerun-sql.tsx'
import { StepStatus } from './step-status.tsx'

/** One open step of a run; a query can be run again here. */
export function StepCard({ runId, timed }: { runId: string; timed: TimedStep }) {
  const { step, durationMs } = timed
  const { title, icon: Icon } = nameStep(step.agent_name)
  return (
    <Paper
      id={`step-${step.step_id}`}
      withBorder
      radius="md"
      p="md"
      component="section"
      aria-label={`${RUN_TEXTS.stepNumber(step.step_id)}: ${title}`}
    >
      <Group justify="space-between" mb="sm" gap="xs">
        <Group gap="sm" wrap="nowrap">
          <ThemeIcon variant="light" size="md">
            <Icon size={16} aria-hidden />
          </ThemeIcon>
          <Title order={2} size="h5">
            {title}
          </Title>
          <StepStatus status={step.status} />
        </Group>
        <Text size="xs" c="dimmed">
          {RUN_TEXTS.stepNumber(step.step_id)} · {RUN_TEXTS.took(showDuration(durationMs))}
        </Text>
      </Group>
      <StepBody step={step} />
      <RerunSql runId={runId} step={step} />
    </Paper>
  )
}
