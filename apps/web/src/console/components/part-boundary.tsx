'use client'

import { Alert, Button, Stack, Text } from '@mantine/core'
import { IconAlertCircle } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { ErrorBoundary, type FallbackProps } from 'react-error-boundary'
import { COMPONENT_TEXTS } from './texts.ts'

/** Shows a notice in place of a part that fails while it renders, and leaves the rest of the page as it is. */
export function PartBoundary({ children }: { readonly children: ReactNode }) {
  return <ErrorBoundary FallbackComponent={PartFailure}>{children}</ErrorBoundary>
}

function PartFailure({ resetErrorBoundary }: FallbackProps) {
  return (
    <Alert
      color="red"
      variant="light"
      role="alert"
      icon={<IconAlertCircle aria-hidden />}
      title={COMPONENT_TEXTS.partFailed}
    >
      <Stack gap="xs" align="start">
        <Text size="sm">{COMPONENT_TEXTS.partFailedHint}</Text>
        <Button variant="default" size="xs" onClick={resetErrorBoundary}>
          {COMPONENT_TEXTS.tryAgain}
        </Button>
      </Stack>
    </Alert>
  )
}
