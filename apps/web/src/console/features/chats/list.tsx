'use client'

import { Group, Stack, Text, TextInput, Title } from '@mantine/core'
import { IconMessage2, IconSearch } from '@tabler/icons-react'
import Link from 'next/link'
import { useDeferredValue, useState } from 'react'
import { chatName } from '#web/console/components/chat-name.ts'
import { EmptyState } from '#web/console/components/empty-state.tsx'
import { ErrorNotice } from '#web/console/components/error-notice.tsx'
import { ListSkeleton } from '#web/console/components/list-skeleton.tsx'
import { showDayGroup, showTime } from '#web/console/components/time.ts'
import { useChats } from '#web/console/queries/session.ts'
import { ChatMenu } from './components/chat-menu.tsx'
import { useHiddenChats } from './components/deletions.tsx'
import classes from './list.module.css'
import { CHAT_TEXTS } from './texts.ts'

type Entry = { readonly session_id: string; readonly name: string; readonly created_at: string }

/** All chats by day, with a search over their names. */
export function ChatList() {
  const chats = useDeferredValue(useChats())
  const hidden = useHiddenChats()
  const [search, setSearch] = useState('')
  if (chats.isPending) return <ListSkeleton />
  if (chats.isError) return <ErrorNotice error={chats.error} onRetry={() => void chats.refetch()} />

  const all = chats.data.sessions.filter(({ session_id }) => !hidden.has(session_id))
  if (all.length === 0) {
    return <EmptyState icon={IconMessage2} title={CHAT_TEXTS.noneYet} text={CHAT_TEXTS.noneYetText} />
  }
  const wanted = search.trim().toLowerCase()
  const found = all.filter(({ name }) => chatName(name).toLowerCase().includes(wanted))
  return (
    <Stack gap="lg">
      <TextInput
        type="search"
        aria-label={CHAT_TEXTS.search}
        placeholder={CHAT_TEXTS.search}
        leftSection={<IconSearch size={16} aria-hidden />}
        value={search}
        onChange={(event) => setSearch(event.currentTarget.value)}
      />
      {found.length === 0 && (
        <EmptyState icon={IconSearch} title={CHAT_TEXTS.noMatch} text={CHAT_TEXTS.noMatchText} />
      )}
      {groupByDay(found).map(([day, entries]) => (
        <section key={day} aria-label={day}>
          <Title order={2} size="xs" c="dimmed" mb="xs">
            {day}
          </Title>
          <ul className={classes.list}>
            {entries.map((entry) => (
              <ChatRow key={entry.session_id} entry={entry} />
            ))}
          </ul>
        </section>
      ))}
    </Stack>
  )
}

function ChatRow({ entry }: { entry: Entry }) {
  return (
    <li className={classes.row}>
      <Link href={`/chats/${entry.session_id}`} prefetch={false} className={classes.link}>
        <Group justify="space-between" wrap="nowrap">
          <Text truncate>{chatName(entry.name)}</Text>
          <Text size="xs" c="dimmed">
            {showTime(entry.created_at)}
          </Text>
        </Group>
      </Link>
      <ChatMenu sessionId={entry.session_id} name={entry.name} />
    </li>
  )
}

function groupByDay(entries: readonly Entry[]): [string, Entry[]][] {
  const now = new Date()
  return [...Map.groupBy(entries, ({ created_at }) => showDayGroup(created_at, now))]
}
