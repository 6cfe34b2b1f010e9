'use client'

import { Group, Paper, Text, ThemeIcon, Title } from '@mantine/core'
import type { Step } from '@parley/contract'
import { showDuration } from '#web/components/time.ts'
import { RUN_TEXTS } from '../texts.ts'
import { StepBody } from './step-body.tsx'
import { nameStep } from './step-names.ts'
import { StepStatus } from './step-status.tsx'

type Props = {
  readonly step: Step
  /** Milliseconds between the start of the run and of this step. */
  readonly offsetMs: number
}

/** One step of a run, opened. */
export function StepCard({ step, offsetMs }: Props) {
  const { title, icon: Icon } = nameStep(step.agent_name)
  return (
    <Paper
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
          {RUN_TEXTS.stepNumber(step.step_id)} · {RUN_TEXTS.after(showDuration(offsetMs))}
        </Text>
      </Group>
      <StepBody step={step} />
    </Paper>
  )
}
