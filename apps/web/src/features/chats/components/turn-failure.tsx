'use client'

import { Alert, Button, Group, Stack, Text } from '@mantine/core'
import { IconAlertCircle } from '@tabler/icons-react'
import { sentenceOf } from '#web/components/sentence-of.ts'
import { CHAT_TEXTS } from '../texts.ts'
import type { Turn } from './turn.ts'

type Props = {
  readonly turn: Extract<Turn, { phase: 'failed' }>
  readonly onTakeBack: (question: string) => void
  readonly onDismiss: () => void
}

/** A question that got no answer on this page: the reason, and the question back for another try. */
export function TurnFailure({ turn, onTakeBack, onDismiss }: Props) {
  return (
    <Alert
      color="red"
      variant="light"
      role="alert"
      icon={<IconAlertCircle aria-hidden />}
      title={turn.wasSent ? CHAT_TEXTS.failedTitle : CHAT_TEXTS.notSentTitle}
    >
      <Stack gap="xs">
        <Text size="sm">{sentenceOf(turn.error)}</Text>
        <Group gap="xs">
          <Button size="xs" variant="default" onClick={() => onTakeBack(turn.question)}>
            {CHAT_TEXTS.takeBack}
          </Button>
          <Button size="xs" variant="subtle" color="gray" onClick={onDismiss}>
            {CHAT_TEXTS.dismiss}
          </Button>
        </Group>
      </Stack>
    </Alert>
  )
}
