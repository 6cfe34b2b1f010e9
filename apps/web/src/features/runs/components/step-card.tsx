'use client'

import { Group, Paper, Text, ThemeIcon, Title } from '@mantine/core'
import { showDuration } from '#web/components/time.ts'
import { RUN_TEXTS } from '../texts.ts'
import type { TimedStep } from './measure-run.ts'
import { RerunSql } from './rerun-sql.tsx'
import { StepBody } from './step-body.tsx'
import { nameStep } from './step-names.ts'
import { StepStatus } from './step-status.tsx'

/** One step of a run, opened; a query can be run again from here. */
export function StepCard({ timed: { step, durationMs } }: { timed: TimedStep }) {
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
      <RerunSql step={step} />
    </Paper>
  )
}
