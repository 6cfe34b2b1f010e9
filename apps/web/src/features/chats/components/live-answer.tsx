'use client'

import { Group, Loader, Stack, Text } from '@mantine/core'
import { Markdown } from '#web/components/markdown/markdown.tsx'
import { CHAT_TEXTS } from '../texts.ts'
import { Question } from './message-view.tsx'
import { Reasoning } from './reasoning.tsx'
import { splitReasoning } from './split-reasoning.ts'
import { LiveSteps } from './step-list.tsx'
import type { RunningTurn } from './turn.ts'

/** A question and as much of its answer as there is. */
export function LiveAnswer({ turn }: { turn: RunningTurn }) {
  const { reasoning, text } = splitReasoning(turn.text)
  const isSilent = text === '' && turn.steps.every(({ step }) => step !== null)
  return (
    <>
      <Question text={turn.question} />
      <Stack component="article" gap="xs" aria-busy="true">
        <LiveSteps runId={turn.runId} steps={turn.steps} />
        <Reasoning text={turn.reasoning || reasoning} isLive />
        <Markdown text={text} isGrowing />
        {isSilent && (
          <Group gap={8} role="status">
            <Loader size={16} type="dots" aria-hidden />
            <Text size="sm" c="dimmed">
              {turn.isStopping ? CHAT_TEXTS.composer.stopping : CHAT_TEXTS.working}
            </Text>
          </Group>
        )}
      </Stack>
    </>
  )
}
