'use client'

import { Button, Group, Stack, Text } from '@mantine/core'
import type { useListServerTools } from '#web/console/queries/mcp.ts'
import { ErrorNotice } from '../error-notice.tsx'
import { TOOL_SERVER_TEXTS as texts } from './texts.ts'

type Props = {
  readonly asked: ReturnType<typeof useListServerTools>
  readonly onAsk: () => void
  /** Whether all required settings of the server are filled in. */
  readonly isReady: boolean
}

/** For a server without tools in the registry: asks the server for its tools. */
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
