'use client'

import { Button, Group, Stack, Text } from '@mantine/core'
import { ErrorNotice } from '#web/components/error-notice.tsx'
import type { useListServerTools } from '../hooks.ts'
import { TOOL_TEXTS as texts } from '../texts.ts'

type Props = {
  readonly asked: ReturnType<typeof useListServerTools>
  readonly onAsk: () => void
  /** Whether everything the server needs is filled in. */
  readonly isReady: boolean
}

/** For a server of which the registry lists no tools: asks the server itself. */
export function AskForTools({ asked, onAsk, isReady }: Props) {
  return (
    <Stack gap="xs">
      <Text size="sm">{asked.isSuccess ? texts.noTools : texts.noToolsListed}</Text>
      {asked.isError && <ErrorNotice error={asked.error} title={texts.askFailed} />}
      <Group>
        <Button size="xs" variant="default" disabled={!isReady} loading={asked.isPending} onClick={onAsk}>
          {texts.askServer}
        </Button>
      </Group>
    </Stack>
  )
}
