'use client'

import { Text } from '@mantine/core'
import { nameStep } from '#web/console/components/run/step-names.ts'
import { showDuration } from '#web/console/components/time.ts'
import { RUN_TEXTS as texts } from '../texts.ts'
import type { TimedStep } from './measure-run.ts'
import classes from './timeline.module.css'

type Props = { readonly steps: readonly TimedStep[]; readonly totalMs: number }

/** Start and duration of each step; each line links to its step. */
export function Timeline({ steps, totalMs }: Props) {
  const percent = (milliseconds: number) => (totalMs > 0 ? (milliseconds / totalMs) * 100 : 0)
  return (
    <ol className={classes.timeline} aria-label={texts.timeline}>
      {steps.map(({ step, offsetMs, durationMs }) => (
        <li key={step.step_id}>
          <a href={`#step-${step.step_id}`} className={classes.line}>
            <Text size="sm" truncate component="span">
              {nameStep(step.agent_name).title}
            </Text>
            <span className={classes.track} aria-hidden>
              <span
                className={classes.bar}
                data-status={step.status}
                style={{ insetInlineStart: `${percent(offsetMs)}%`, inlineSize: `${percent(durationMs)}%` }}
              />
            </span>
            <Text size="xs" c="dimmed" ta="end" component="span">
              {showDuration(durationMs)}
            </Text>
          </a>
        </li>
      ))}
    </ol>
  )
}
