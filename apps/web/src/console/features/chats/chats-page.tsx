'use client'

import { Box, Stack, Text, Title } from '@mantine/core'
import { type ReactNode, useDeferredValue, useEffect } from 'react'
import { ErrorNotice } from '#web/console/components/error-notice.tsx'
import { ListSkeleton } from '#web/console/components/list-skeleton.tsx'
import { openTimeFormat } from '#web/console/components/time.ts'
import { useAgents } from '#web/console/queries/agent.ts'
import { usePrefetchedChats } from '#web/console/queries/session-pages.ts'
import { failureInPlaceOf } from '#web/console/trpc/failure-in-place-of.ts'
import { AllWaitingApprovals } from './components/waiting-approvals.tsx'
import { NewChatForm } from './form.tsx'
import { ChatList } from './list.tsx'
import { CHAT_TEXTS } from './texts.ts'

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
  const failure = failureInPlaceOf(agents)
  if (failure) return <ErrorNotice error={failure} onRetry={() => void agents.refetch()} />
  if (agents.data ? agents.data.agents.length === 0 : !hasAgents) return firstRun
  return (
    <Stack gap={48}>
      <Stack gap="md">
        <Heading />
        {agents.data ? <NewChatForm /> : <Outline />}
      </Stack>
      {agents.data && (
        <>
          <AllWaitingApprovals />
          <ChatList />
        </>
      )}
    </Stack>
  )
}

/** Stays in the page while the rest is read, so that a browser paints it once. */
function Heading() {
  return (
    <Stack gap={6}>
      <Title order={1}>{CHAT_TEXTS.newTitle}</Title>
      <Text c="dimmed">{CHAT_TEXTS.newLead}</Text>
    </Stack>
  )
}

/** Keeps the composer's space until the agents are read. Meanwhile reads the chats and creates their time format. */
function Outline() {
  usePrefetchedChats()
  useEffect(() => {
    const timer = setTimeout(openTimeFormat)
    return () => clearTimeout(timer)
  }, [])
  return <ListSkeleton rows={3} height={96} />
}
