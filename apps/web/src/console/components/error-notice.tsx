'use client'

import { Alert, Button, Group, Stack, Text } from '@mantine/core'
import { IconAlertCircle } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { isWorthRepeating } from '#web/console/trpc/http-status-of.ts'
import { sentenceOf } from './sentence-of.ts'
import { COMPONENT_TEXTS } from './texts.ts'

type Props = {
  readonly error: unknown
  readonly title?: string
  /** Shown as a Retry button when a retry can help; a refusal has none. */
  readonly onRetry?: (() => void) | undefined
  /** Another action. */
  readonly children?: ReactNode
}

/** A failure in the service's words, with an action. */
export function ErrorNotice({ error, title = COMPONENT_TEXTS.couldNotLoad, onRetry, children }: Props) {
  return (
    <Alert color="red" variant="light" role="alert" icon={<IconAlertCircle aria-hidden />} title={title}>
      <Stack gap="xs">
        <Text size="sm">{sentenceOf(error)}</Text>
        {onRetry && isWorthRepeating(error) && (
          <Group>
            <Button variant="default" size="xs" onClick={onRetry}>
              {COMPONENT_TEXTS.tryAgain}
            </Button>
          </Group>
        )}
        {children}
      </Stack>
    </Alert>
  )
}
