'use client'

import { Box, Stack } from '@mantine/core'
import { useDeferredValue } from 'react'
import { ErrorNotice } from '#web/components/error-notice.tsx'
import { ListSkeleton } from '#web/components/list-skeleton.tsx'
import { useAgents } from '#web/features/agents/hooks.ts'
import { FirstRun } from '#web/features/samples/detail.tsx'
import { AllWaitingApprovals } from './components/waiting-approvals.tsx'
import { NewChatForm, NewChatHeading } from './form.tsx'
import { ChatList } from './list.tsx'

type Props = {
  /** As it was when the page was asked for; what the service says later counts more. */
  readonly hasAgents: boolean
}

/** A new question above, all chats below; the first run while there is no agent to ask. */
export function ChatsPage({ hasAgents }: Props) {
  return (
    <Box maw="var(--content-width)" mx="auto" px="md" py={{ base: 'xl', sm: 64 }}>
      <Content hasAgents={hasAgents} />
    </Box>
  )
}

function Content({ hasAgents }: Props) {
  // What follows is drawn in slices, so that the page can be used meanwhile.
  const agents = useDeferredValue(useAgents())
  if (agents.isPending) return hasAgents ? <Outline /> : <FirstRun />
  if (agents.isError) return <ErrorNotice error={agents.error} onRetry={() => void agents.refetch()} />
  if (agents.data.agents.length === 0) return <FirstRun />
  return (
    <Stack gap={48}>
      <NewChatForm />
      <AllWaitingApprovals />
      <ChatList />
    </Stack>
  )
}

/** What is known before the agents are: the heading, and room for the rest. */
function Outline() {
  return (
    <Stack gap="md">
      <NewChatHeading />
      <ListSkeleton rows={3} height={96} />
    </Stack>
  )
}
