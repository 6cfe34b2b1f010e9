'use client'

import { Stack, Text, TextInput, Title } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { IconMessage2, IconSearch } from '@tabler/icons-react'
import Link from 'next/link'
import { useDeferredValue, useState } from 'react'
import { chatName } from '#web/console/components/chat-name.ts'
import { EmptyState } from '#web/console/components/empty-state.tsx'
import { ErrorNotice } from '#web/console/components/error-notice.tsx'
import { FurtherPage } from '#web/console/components/further-page.tsx'
import { lazyPart } from '#web/console/components/lazy-part.tsx'
import { ListSkeleton } from '#web/console/components/list-skeleton.tsx'
import { showDayGroup, showTime } from '#web/console/components/time.ts'
import { type ChatView, useChatPages, usePinnedChats } from '#web/console/queries/session-pages.ts'
import { failureInPlaceOf } from '#web/console/trpc/failure-in-place-of.ts'
import { type ChatEntry, firstOfTrees, keepingOf } from './components/chat-entry.ts'
import { ChatMenu } from './components/chat-menu.tsx'
import { ChatThumbnail } from './components/chat-thumbnail.tsx'
import { ChatViews } from './components/chat-views.tsx'
import { useHiddenChats } from './components/deletions.tsx'
import { RunningDot } from './components/running-dot.tsx'
import classes from './list.module.css'
import { CHAT_TEXTS } from './texts.ts'

const TYPING_MS = 250

const VirtualChats = lazyPart(
  () => import('./components/virtual-chats.tsx').then((module) => module.VirtualChats),
  <ListSkeleton />,
)

/** All chats by the day of their newest message, with a search over names and messages. */
export function ChatList() {
  const [search, setSearch] = useState('')
  const [words] = useDebouncedValue(search.trim(), TYPING_MS)
  const [view, setView] = useState<ChatView>({ kind: 'all' })
  const chats = useDeferredValue(useChatPages(words, view))
  const pinned = usePinnedChats()
  const hidden = useHiddenChats()
  const failure = chats.isFetchNextPageError ? null : failureInPlaceOf(chats)
  if (failure) return <ErrorNotice error={failure} onRetry={() => void chats.refetch()} />
  if (!chats.data) return <ListSkeleton />

  const shownOf = (entries: readonly ChatEntry[]) =>
    firstOfTrees(entries).filter(({ session_id }) => !hidden.has(session_id))
  const isWhole = view.kind === 'all' && words === ''
  const above = isWhole ? shownOf(pinned.data?.sessions ?? []) : []
  // The two lists arrive one after the other; until both have arrived, a chat that was just pinned is in both.
  const aboveIds = new Set(above.map(({ session_id }) => session_id))
  const found = shownOf(chats.data.pages.flatMap(({ sessions }) => sessions)).filter(
    ({ session_id }) => !aboveIds.has(session_id),
  )
  if (found.length + above.length === 0 && search === '' && isWhole) {
    return (
      <Stack gap="lg" id="all" align="center">
        <EmptyState icon={IconMessage2} title={CHAT_TEXTS.noneYet} text={CHAT_TEXTS.noneYetText} />
        <ChatViews view={view} onChange={setView} />
      </Stack>
    )
  }
  const rows = rowsOf(found)
  // After a page that could not be read, the user decides when to try again.
  const isReadOn = chats.hasNextPage && !chats.isFetchingNextPage && !chats.isFetchNextPageError
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
      <ChatViews view={view} onChange={setView} />
      {above.length > 0 && <Section title={CHAT_TEXTS.pinned} entries={above} />}
      {found.length === 0 && words !== '' && (
        <EmptyState icon={IconSearch} title={CHAT_TEXTS.noMatch} text={CHAT_TEXTS.noMatchText} />
      )}
      {found.length === 0 && words === '' && view.kind !== 'all' && (
        <Text c="dimmed">{CHAT_TEXTS.nothingHere}</Text>
      )}
      {chats.hasNextPage || chats.data.pages.length > 1 ? (
        <VirtualChats
          count={rows.length}
          render={(index) => <Row row={rows[index]} />}
          onEnd={isReadOn ? () => void chats.fetchNextPage() : undefined}
        />
      ) : (
        <Days entries={found} />
      )}
      <FurtherPage pages={chats} />
    </Stack>
  )
}

function Days({ entries }: { readonly entries: readonly ChatEntry[] }) {
  return groupByDay(entries).map(([day, ofDay]) => <Section key={day} title={day} entries={ofDay} />)
}

function Section({ title, entries }: { readonly title: string; readonly entries: readonly ChatEntry[] }) {
  return (
    <section aria-label={title}>
      <Day day={title} />
      <ul className={classes.list}>
        {entries.map((entry) => (
          <li key={entry.session_id}>
            <ChatRow entry={entry} />
          </li>
        ))}
      </ul>
    </section>
  )
}

function Row({ row }: { readonly row: string | ChatEntry | undefined }) {
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

/** Plain elements: components of Mantine took a sixth of the time in which the page was rendered. */
function ChatRow({ entry }: { readonly entry: ChatEntry }) {
  return (
    <div className={classes.row}>
      <Link href={`/chats/${entry.session_id}`} prefetch={false} className={classes.link}>
        <ChatThumbnail path={entry.thumbnail} />
        <span className={classes.name}>{chatName(entry.name)}</span>
        <RunningDot sessionId={entry.session_id} isRunning={entry.is_running} />
        <span className={classes.time}>{showTime(activityOf(entry))}</span>
      </Link>
      <ChatMenu sessionId={entry.session_id} name={entry.name} keeping={keepingOf(entry)} />
    </div>
  )
}

function activityOf({ last_active_at, created_at }: ChatEntry): string {
  return last_active_at ?? created_at
}

function groupByDay(entries: readonly ChatEntry[]): [string, ChatEntry[]][] {
  const now = new Date()
  return [...Map.groupBy(entries, (entry) => showDayGroup(activityOf(entry), now))]
}

/** The days and their chats in one list. */
function rowsOf(entries: readonly ChatEntry[]): (string | ChatEntry)[] {
  return groupByDay(entries).flatMap(([day, ofDay]) => [day, ...ofDay])
}
