'use client'

import { Anchor, Badge, Box, Group, Modal, SimpleGrid, Stack } from '@mantine/core'
import Link from 'next/link'
import { MessageView } from '#web/console/components/conversation/message-view.tsx'
import { ErrorNotice } from '#web/console/components/error-notice.tsx'
import { ListSkeleton } from '#web/console/components/list-skeleton.tsx'
import { useAgents } from '#web/console/queries/agent.ts'
import { useChat } from '#web/console/queries/session.ts'
import { failureInPlaceOf } from '#web/console/trpc/failure-in-place-of.ts'
import { CHAT_TEXTS } from '../texts.ts'
import type { Branch } from './versions-of.ts'

type Props = {
  readonly versions: readonly Branch[]
  readonly place: number
  readonly title: string
  readonly onClose: () => void
}

/** The versions of a question and their answers beside each other; below each other on a narrow page. */
export function CompareVersions({ versions, place, title, onClose }: Props) {
  return (
    <Modal opened onClose={onClose} fullScreen title={CHAT_TEXTS.compareTitle(title)}>
      <SimpleGrid cols={{ base: 1, md: Math.min(versions.length, 3) }} spacing="xl">
        {versions.map((version, index) => (
          <Version
            key={version.session_id}
            version={version}
            place={place}
            label={CHAT_TEXTS.versionOf(index + 1, versions.length)}
          />
        ))}
      </SimpleGrid>
    </Modal>
  )
}

type VersionProps = { readonly version: Branch; readonly place: number; readonly label: string }

function Version({ version, place, label }: VersionProps) {
  const chat = useChat(version.session_id, { isAnswering: false })
  const agents = useAgents()
  const agent = agents.data?.agents.find(({ id }) => id === version.agent_id)
  const failure = failureInPlaceOf(chat)
  if (failure) return <ErrorNotice error={failure} onRetry={() => void chat.refetch()} />
  const [question, answer] = chat.data?.messages.slice(place, place + 2) ?? []
  return (
    <Box component="section" aria-label={label} miw={0}>
      <Stack>
        <Group justify="space-between">
          <Badge variant="light">{agent?.name ?? label}</Badge>
          <Anchor component={Link} href={`/chats/${version.session_id}`} size="sm">
            {CHAT_TEXTS.openVersion}
          </Anchor>
        </Group>
        {!chat.data && <ListSkeleton rows={3} height={60} />}
        {question && <MessageView message={question} />}
        {answer && <MessageView message={answer} />}
      </Stack>
    </Box>
  )
}
