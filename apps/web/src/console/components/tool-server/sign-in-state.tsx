'use client'

import { Alert, Button, Group, Stack, Text } from '@mantine/core'
import type { Property } from '@parley/contract'
import { IconExternalLink, IconLock, IconLockOpen } from '@tabler/icons-react'
import { useEndSignIn, useSignInState, useStartSignIn } from '#web/console/queries/mcp.ts'
import { ErrorNotice } from '../error-notice.tsx'
import { sentenceOf } from '../sentence-of.ts'
import { TOOL_SERVER_TEXTS } from './texts.ts'

const texts = TOOL_SERVER_TEXTS.signIn

type Props = {
  readonly toolServerId: string
  /** Settings of the server; needed when its address depends on them. */
  readonly properties?: readonly Property[]
}

/** Whether a tool server requires a sign-in, with sign-in and sign-out; empty when it requires none. */
export function SignInState({ toolServerId, properties = [] }: Props) {
  const state = useSignInState(toolServerId)
  if (state.isError) {
    return (
      <Text size="sm" c="dimmed">
        {texts.unknown}: {sentenceOf(state.error)}
      </Text>
    )
  }
  if (state.data === 'signed_in') return <SignedIn toolServerId={toolServerId} />
  if (state.data === 'needed') return <SignInNeeded toolServerId={toolServerId} properties={properties} />
  return null
}

function SignedIn({ toolServerId }: { toolServerId: string }) {
  const end = useEndSignIn()
  return (
    <Stack gap="xs">
      <Group gap={6}>
        <IconLockOpen size={16} aria-hidden />
        <Text size="sm">{texts.signedIn}</Text>
        <Button
          size="compact-xs"
          variant="subtle"
          loading={end.isPending}
          onClick={() => end.mutate({ tool_server_id: toolServerId })}
        >
          {texts.end}
        </Button>
      </Group>
      {end.isError && <ErrorNotice error={end.error} title={texts.endFailed} />}
    </Stack>
  )
}

function SignInNeeded({ toolServerId, properties }: Required<Props>) {
  const start = useStartSignIn()
  const url = start.data?.url
  return (
    <Alert variant="light" icon={<IconLock aria-hidden />} title={texts.needed}>
      <Stack gap="xs" align="flex-start">
        <Text size="sm">{url ? texts.opensTab : texts.neededText}</Text>
        {start.isError && <ErrorNotice error={start.error} title={texts.failed} />}
        {url ? (
          <Button
            size="xs"
            component="a"
            href={url}
            target="_blank"
            rel="noopener noreferrer"
            rightSection={<IconExternalLink size={14} aria-hidden />}
          >
            {texts.continueAt(new URL(url).host)}
          </Button>
        ) : (
          <Button
            size="xs"
            loading={start.isPending}
            onClick={() => start.mutate({ tool_server_id: toolServerId, properties: [...properties] })}
          >
            {texts.start}
          </Button>
        )}
      </Stack>
    </Alert>
  )
}
