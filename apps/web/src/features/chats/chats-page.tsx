'use client'

import { Box, Stack } from '@mantine/core'
import { ErrorNotice } from '#web/components/error-notice.tsx'
import { ListSkeleton } from '#web/components/list-skeleton.tsx'
import { useAgents } from '#web/features/agents/hooks.ts'
import { FirstRun } from '#web/features/samples/detail.tsx'
import { NewChatForm } from './form.tsx'
import { ChatList } from './list.tsx'

/** A new question above, all chats below; the first run while there is no agent to ask. */
export function ChatsPage() {
  return (
    <Box maw="var(--content-width)" mx="auto" px="md" py={{ base: 'xl', sm: 64 }}>
      <Content />
    </Box>
  )
}

function Content() {
  const agents = useAgents()
  if (agents.isPending) return <ListSkeleton rows={3} height={96} />
  if (agents.isError) return <ErrorNotice error={agents.error} onRetry={() => void agents.refetch()} />
  if (agents.data.agents.length === 0) return <FirstRun />
  return (
    <Stack gap={48}>
      <NewChatForm />
      <ChatList />
    </Stack>
  )
}
