'use client'

import { Box, Button, Group, Stack, VisuallyHidden } from '@mantine/core'
import Link from 'next/link'
import { ErrorNotice } from '#web/console/components/error-notice.tsx'
import { ListSkeleton } from '#web/console/components/list-skeleton.tsx'
import { useAgents } from '#web/console/queries/agent.ts'
import { useChat } from '#web/console/queries/session.ts'
import { failureInPlaceOf } from '#web/console/trpc/failure-in-place-of.ts'
import { ChatHeader } from './components/chat-header.tsx'
import classes from './components/conversation.module.css'
import { Conversation } from './components/conversation.tsx'
import { useTurn } from './components/turns-provider.tsx'
import { CHAT_TEXTS } from './texts.ts'

/** One chat: its header, its history, the composer. */
export function ChatDetail({ sessionId }: { sessionId: string }) {
  const turn = useTurn(sessionId)
  const chat = useChat(sessionId, { isAnswering: turn?.phase === 'running' })
  const modelHref = useModelHref(chat.data?.agent_id)
  const failure = failureInPlaceOf(chat)
  if (failure) {
    return (
      <Box p="xl" maw="var(--content-width)" mx="auto">
        <VisuallyHidden component="h1">{CHAT_TEXTS.title}</VisuallyHidden>
        <ErrorNotice error={failure} onRetry={() => void chat.refetch()}>
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
        <Conversation
          key={sessionId}
          sessionId={sessionId}
          messages={chat.data.messages}
          agentId={chat.data.agent_id}
          modelHref={modelHref}
        />
      ) : (
        <Box className={classes.conversation} py="xl">
          <ListSkeleton rows={3} height={90} />
        </Box>
      )}
    </Stack>
  )
}

function useModelHref(agentId: string | undefined): string | undefined {
  const agents = useAgents()
  const agent = agents.data?.agents.find(({ id }) => id === agentId)
  return agent && `/models?model=${agent.model_config_id}`
}
