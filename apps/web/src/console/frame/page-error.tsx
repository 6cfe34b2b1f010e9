'use client'

import { Box, Button, Code, Group, Stack, Text, Title } from '@mantine/core'
import { FRAME_TEXTS } from './texts.ts'

/** The props that Next passes to an error page. */
export type PageErrorProps = {
  readonly error: Error & { readonly digest?: string }
  readonly reset: () => void
}

/** A page that failed to render, with the id of its cause in the server's log, and Retry. */
export function PageError({ error, reset }: PageErrorProps) {
  return (
    <Box p="xl" maw="var(--content-width)" mx="auto">
      <Stack role="alert">
        <Title order={1} size="h3">
          {FRAME_TEXTS.errorTitle}
        </Title>
        <Text c="dimmed">{FRAME_TEXTS.errorHint}</Text>
        {error.digest && <Code>{error.digest}</Code>}
        <Group>
          <Button onClick={reset}>{FRAME_TEXTS.tryAgain}</Button>
        </Group>
      </Stack>
    </Box>
  )
}
