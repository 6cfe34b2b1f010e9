'use client'

import { Group, Paper, Stack, Text } from '@mantine/core'
import { IconPlayerPlay, IconX } from '@tabler/icons-react'
import { IconAction } from '../icon-action.tsx'
import { CONVERSATION_TEXTS } from './texts.ts'

const texts = CONVERSATION_TEXTS.waiting

type Props = {
  /** Oldest first. */
  readonly questions: readonly string[]
  /** Whether an answer is being written, after which the first question is sent. */
  readonly isRunning: boolean
  /** Sends the first question. */
  readonly onSendNext: () => void
  /** Removes the question at a position. */
  readonly onRemove: (position: number) => void
}

/** The questions that wait for the end of the running answer. After a failure they wait until the reader sends them. */
export function QueuedQuestions({ questions, isRunning, onSendNext, onRemove }: Props) {
  return (
    <Stack gap={4} mb="xs" component="section" aria-label={texts.title}>
      {questions.map((question, index) => (
        // A waiting question changes its place only when another one is removed.
        <Paper key={index} withBorder radius="md" px="sm" py={4}>
          <Group justify="space-between" wrap="nowrap" gap="xs">
            <Text size="sm" truncate dir="auto">
              {question}
            </Text>
            <Group gap={2} wrap="nowrap">
              {!isRunning && index === 0 && (
                <IconAction label={texts.send} icon={IconPlayerPlay} onClick={onSendNext} />
              )}
              <IconAction label={texts.remove} icon={IconX} onClick={() => onRemove(index)} />
            </Group>
          </Group>
        </Paper>
      ))}
    </Stack>
  )
}
