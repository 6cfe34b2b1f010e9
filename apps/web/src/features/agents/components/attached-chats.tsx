'use client'

import { Anchor, Group, Paper, Stack, Text, Title } from '@mantine/core'
import Link from 'next/link'
import { ErrorNotice } from '#web/components/error-notice.tsx'
import { ListSkeleton } from '#web/components/list-skeleton.tsx'
import { chatName } from '#web/features/chats/hooks.ts'
import { useAttachedChats } from '../hooks.ts'
import { AGENT_TEXTS as texts } from '../texts.ts'

/** As many as are named; the others are counted. */
const NAMED = 10

/** The chats that use an agent, and what that means for deleting it. */
export function AttachedChats({ agentId }: { agentId: string }) {
  const chats = useAttachedChats(agentId)
  return (
    <Paper withBorder radius="lg" p="lg" component="section" aria-label={texts.usedBy}>
      <Stack gap="xs">
        <Title order={2} size="h4">
          {texts.usedBy}
        </Title>
        {chats.isPending && <ListSkeleton rows={2} height={24} />}
        {chats.isError && <ErrorNotice error={chats.error} onRetry={() => void chats.refetch()} />}
        {chats.data && (
          <Text size="sm" c="dimmed">
            {chats.data.length === 0 ? texts.unused : texts.usedByText(chats.data.length)}
          </Text>
        )}
        <Group gap="sm">
          {chats.data?.slice(0, NAMED).map(({ session_id: id, name }) => (
            <Anchor key={id} component={Link} href={`/chats/${id}`} prefetch={false} size="sm">
              {chatName(name)}
            </Anchor>
          ))}
        </Group>
      </Stack>
    </Paper>
  )
}
