'use client'

import { Box, Button, Group, Stack, VisuallyHidden } from '@mantine/core'
import Link from 'next/link'
import { ErrorNotice } from '#web/components/error-notice.tsx'
import { ListSkeleton } from '#web/components/list-skeleton.tsx'
import { ChatHeader } from './components/chat-header.tsx'
import classes from './components/conversation.module.css'
import { Conversation } from './components/conversation.tsx'
import { useTurn } from './components/turns-provider.tsx'
import { useChat } from './hooks.ts'
import { CHAT_TEXTS } from './texts.ts'

/** One chat: its header, its history, the composer. */
export function ChatDetail({ sessionId }: { sessionId: string }) {
  const turn = useTurn(sessionId)
  const chat = useChat(sessionId, { isAnswering: turn?.phase === 'running' })
  if (chat.isError) {
    return (
      <Box p="xl" maw="var(--content-width)" mx="auto">
        <VisuallyHidden component="h1">{CHAT_TEXTS.title}</VisuallyHidden>
        <ErrorNotice error={chat.error} onRetry={() => void chat.refetch()}>
          <Group>
            <Button component={Link} href="/chats" variant="default" size="xs">
              {CHAT_TEXTS.backToChats}
            </Button>
          </Group>
        </ErrorNotice>
      </Box>
    )
  }
  return (
    <Stack gap={0} className={classes.page}>
      <ChatHeader sessionId={sessionId} chat={chat.data} />
      {chat.data ? (
        <Conversation key={sessionId} sessionId={sessionId} messages={chat.data.messages} />
      ) : (
        <Box className={classes.conversation} py="xl">
          <ListSkeleton rows={3} height={90} />
        </Box>
      )}
    </Stack>
  )
}
