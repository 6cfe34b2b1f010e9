'use client'

import { Group, Stack, Text, TextInput, Title } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { IconMessage2, IconSearch } from '@tabler/icons-react'
import dynamic from 'next/dynamic'
import Link from 'next/link'
import { useDeferredValue, useState } from 'react'
import { chatName } from '#web/console/components/chat-name.ts'
import { EmptyState } from '#web/console/components/empty-state.tsx'
import { ErrorNotice } from '#web/console/components/error-notice.tsx'
import { ListSkeleton } from '#web/console/components/list-skeleton.tsx'
import { showDayGroup, showTime } from '#web/console/components/time.ts'
import { useChatPages } from '#web/console/queries/session-pages.ts'
import { ChatMenu } from './components/chat-menu.tsx'
import { useHiddenChats } from './components/deletions.tsx'
import { RunningDot } from './components/running-dot.tsx'
import classes from './list.module.css'
import { CHAT_TEXTS } from './texts.ts'

const TYPING_MS = 250

const VirtualChats = dynamic(
  () => import('./components/virtual-chats.tsx').then((module) => module.VirtualChats),
  { ssr: false, loading: () => <ListSkeleton /> },
)

type Entry = {
  readonly session_id: string
  readonly name: string
  readonly created_at: string
  readonly last_active_at?: string | undefined
}

/** All chats by the day of their newest message, with a search over names and messages. */
export function ChatList() {
  const [search, setSearch] = useState('')
  const [words] = useDebouncedValue(search.trim(), TYPING_MS)
  const chats = useDeferredValue(useChatPages(words))
  const hidden = useHiddenChats()
  if (chats.isPending) return <ListSkeleton />
  if (chats.isError) return <ErrorNotice error={chats.error} onRetry={() => void chats.refetch()} />

  const found = chats.data.pages
    .flatMap(({ sessions }) => sessions)
    .filter(({ session_id }) => !hidden.has(session_id))
  if (found.length === 0 && search === '' && words === '') {
    return <EmptyState icon={IconMessage2} title={CHAT_TEXTS.noneYet} text={CHAT_TEXTS.noneYetText} />
  }
  const rows = rowsOf(found)
  return (
    <Stack gap="lg" id="all">
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
      {chats.hasNextPage || chats.data.pages.length > 1 ? (
        <VirtualChats
          count={rows.length}
          render={(index) => <Row row={rows[index]} />}
          onEnd={
            chats.hasNextPage && !chats.isFetchingNextPage ? () => void chats.fetchNextPage() : undefined
          }
        />
      ) : (
        <Days entries={found} />
      )}
    </Stack>
  )
}

function Days({ entries }: { readonly entries: readonly Entry[] }) {
  return groupByDay(entries).map(([day, ofDay]) => (
    <section key={day} aria-label={day}>
      <Day day={day} />
      <ul className={classes.list}>
        {ofDay.map((entry) => (
          <li key={entry.session_id}>
            <ChatRow entry={entry} />
          </li>
        ))}
      </ul>
    </section>
  ))
}

function Row({ row }: { readonly row: string | Entry | undefined }) {
  if (row === undefined) return null
  return typeof row === 'string' ? <Day day={row} /> : <ChatRow entry={row} />
}

function Day({ day }: { readonly day: string }) {
  return (
    <Title order={2} size="xs" c="dimmed" mb="xs">
      {day}
    </Title>
  )
}

function ChatRow({ entry }: { readonly entry: Entry }) {
  return (
    <div className={classes.row}>
      <Link href={`/chats/${entry.session_id}`} prefetch={false} className={classes.link}>
        <Group justify="space-between" wrap="nowrap">
          <Text truncate>{chatName(entry.name)}</Text>
          <Group gap="xs" wrap="nowrap" flex="none">
            <RunningDot sessionId={entry.session_id} />
            <Text size="xs" c="dimmed">
              {showTime(activityOf(entry))}
            </Text>
          </Group>
        </Group>
      </Link>
      <ChatMenu sessionId={entry.session_id} name={entry.name} />
    </div>
  )
}

function activityOf({ last_active_at, created_at }: Entry): string {
  return last_active_at ?? created_at
}

function groupByDay(entries: readonly Entry[]): [string, Entry[]][] {
  const now = new Date()
  return [...Map.groupBy(entries, (entry) => showDayGroup(activityOf(entry), now))]
}

/** The days and their chats in one list. */
function rowsOf(entries: readonly Entry[]): (string | Entry)[] {
  return groupByDay(entries).flatMap(([day, ofDay]) => [day, ...ofDay])
}
