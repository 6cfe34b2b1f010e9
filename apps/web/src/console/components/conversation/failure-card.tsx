'use client'

import { Alert, Button, Group, Stack, Text } from '@mantine/core'
import { IconAlertCircle } from '@tabler/icons-react'
import Link from 'next/link'
import { COMPONENT_TEXTS } from '../texts.ts'
import { CONVERSATION_TEXTS } from './texts.ts'

const texts = CONVERSATION_TEXTS.failure

type Props = {
  readonly title: string
  /** The reason as a sentence; omitted when it is unknown. */
  readonly reason?: string | undefined
  readonly onTryAgain?: (() => void) | undefined
  /** Puts the question into the composer. */
  readonly onEdit?: (() => void) | undefined
  /** The address of the model that failed. */
  readonly modelHref?: string | undefined
}

/** The only message about a question without an answer: the reason and the possible actions. */
export function FailureCard({ title, reason, onTryAgain, onEdit, modelHref }: Props) {
  return (
    <Alert color="red" variant="light" role="alert" icon={<IconAlertCircle aria-hidden />} title={title}>
      <Stack gap="xs">
        {reason && (
          <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
            {reason}
          </Text>
        )}
        <Group gap="xs">
          {onTryAgain && (
            <Button size="xs" variant="default" onClick={onTryAgain}>
              {COMPONENT_TEXTS.tryAgain}
            </Button>
          )}
          {onEdit && (
            <Button size="xs" variant="default" onClick={onEdit}>
              {texts.edit}
            </Button>
          )}
          {modelHref && (
            <Button component={Link} href={modelHref} size="xs" variant="default">
              {texts.openModel}
            </Button>
          )}
        </Group>
      </Stack>
    </Alert>
  )
}
