'use client'

import { Box, Stack } from '@mantine/core'
import { type ReactNode, useDeferredValue } from 'react'
import { ErrorNotice } from '#web/console/components/error-notice.tsx'
import { ListSkeleton } from '#web/console/components/list-skeleton.tsx'
import { useAgents } from '#web/console/queries/agent.ts'
import { usePrefetchedChats } from '#web/console/queries/session-pages.ts'
import { AllWaitingApprovals } from './components/waiting-approvals.tsx'
import { NewChatForm, NewChatHeading } from './form.tsx'
import { ChatList } from './list.tsx'

type Props = {
  /** The state at the request of the page; later replies of the service replace it. */
  readonly hasAgents: boolean
  /** Shown while there is no usable agent. */
  readonly firstRun: ReactNode
}

/** A new question above, all chats below; the first-run page while there is no usable agent. */
export function ChatsPage(props: Props) {
  return (
    <Box maw="var(--content-width)" mx="auto" px="md" py={{ base: 'xl', sm: 64 }}>
      <Content {...props} />
    </Box>
  )
}

function Content({ hasAgents, firstRun }: Props) {
  // React renders the rest in slices, so that the page stays responsive.
  const agents = useDeferredValue(useAgents())
  if (agents.isPending) return hasAgents ? <Outline /> : firstRun
  if (agents.isError) return <ErrorNotice error={agents.error} onRetry={() => void agents.refetch()} />
  if (agents.data.agents.length === 0) return firstRun
  return (
    <Stack gap={48}>
      <NewChatForm />
      <AllWaitingApprovals />
      <ChatList />
    </Stack>
  )
}

/** Shown before the agents are read: the heading, and space for the rest, which is read meanwhile. */
function Outline() {
  usePrefetchedChats()
  return (
    <Stack gap="md">
      <NewChatHeading />
      <ListSkeleton rows={3} height={96} />
    </Stack>
  )
}
