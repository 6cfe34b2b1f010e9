'use client'

import { Group, Paper, Stack, Text } from '@mantine/core'
import { IconPlayerPlay, IconX } from '@tabler/icons-react'
import { IconAction } from '#web/console/components/icon-action.tsx'
import { CHAT_TEXTS } from '../texts.ts'
import type { QueuedQuestion } from './question-queue.ts'
import { useQuestionQueue, useTurnStore } from './turns-provider.tsx'

type Props = {
  readonly sessionId: string
  readonly questions: readonly QueuedQuestion[]
  /** Whether an answer is being written, after which the first question is sent. */
  readonly isRunning: boolean
}

/** The questions that wait for the end of the running answer. After a failure they wait for their reader. */
export function QueuedQuestions({ sessionId, questions, isRunning }: Props) {
  const queue = useQuestionQueue()
  const store = useTurnStore()
  function sendNext() {
    const next = queue.take(sessionId)
    if (next) void store.start(sessionId, next.question, next.images)
  }

  return (
    <Stack gap={4} mb="xs" component="section" aria-label={CHAT_TEXTS.queued}>
      {questions.map(({ question }, index) => (
        // A waiting question never changes its place but by removal.
        <Paper key={index} withBorder radius="md" px="sm" py={4}>
          <Group justify="space-between" wrap="nowrap" gap="xs">
            <Text size="sm" truncate dir="auto">
              {question}
            </Text>
            <Group gap={2} wrap="nowrap">
              {!isRunning && index === 0 && (
                <IconAction label={CHAT_TEXTS.sendQueued} icon={IconPlayerPlay} onClick={sendNext} />
              )}
              <IconAction
                label={CHAT_TEXTS.removeQueued}
                icon={IconX}
                onClick={() => queue.remove(sessionId, index)}
              />
            </Group>
          </Group>
        </Paper>
      ))}
    </Stack>
  )
}
