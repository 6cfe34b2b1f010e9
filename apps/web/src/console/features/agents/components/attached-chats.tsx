'use client'

import { Anchor, Group, Paper, Stack, Text, Title } from '@mantine/core'
import Link from 'next/link'
import { chatName } from '#web/console/components/chat-name.ts'
import { ErrorNotice } from '#web/console/components/error-notice.tsx'
import { ListSkeleton } from '#web/console/components/list-skeleton.tsx'
import { useAttachedChats } from '#web/console/queries/agent.ts'
import { AGENT_TEXTS as texts } from '../texts.ts'

/** Maximum number of chats listed by name. */
const NAMED = 10

/** The chats that use an agent and therefore prevent its deletion. */
export function AttachedChats({ agentId }: { agentId: string }) {
  const chats = useAttachedChats(agentId, NAMED)
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
            {chats.data.sessions.length === 0
              ? texts.unused
              : texts.usedByText(chats.data.sessions.length, chats.data.next_cursor !== null)}
          </Text>
        )}
        <Group gap="sm">
          {chats.data?.sessions.map(({ session_id: id, name }) => (
            <Anchor key={id} component={Link} href={`/chats/${id}`} prefetch={false} size="sm">
              {chatName(name)}
            </Anchor>
          ))}
        </Group>
      </Stack>
    </Paper>
  )
}
