'use client'

import { Anchor, Group, NavLink, Stack, Text } from '@mantine/core'
import Link from 'next/link'
import { usePathname } from 'next/navigation'
import { useDeferredValue } from 'react'
import { chatName } from '#web/console/components/chat-name.ts'
import { IntentLink } from '#web/console/components/intent-link.tsx'
import { RECENT_CHATS, useRecentChats } from '#web/console/queries/session.ts'
import { CHAT_TEXTS } from '../texts.ts'
import { firstOfTrees, keepingOf } from './chat-entry.ts'
import { ChatMenu } from './chat-menu.tsx'
import { useHiddenChats } from './deletions.tsx'
import classes from './recent-chats.module.css'
import { RunningDot } from './running-dot.tsx'

/** Fewer than are read, because branches of one chat are shown once and deleted ones are replaced at once. */
const SHOWN = 12

/** The chats with the newest messages, for the navigation. While it is closed they are read and not rendered. */
export function RecentChats({ isShown }: { readonly isShown: boolean }) {
  const path = usePathname()
  const hidden = useHiddenChats()
  const chats = useDeferredValue(useRecentChats(RECENT_CHATS))
  const shown = firstOfTrees(chats.data?.sessions ?? [])
    .filter(({ session_id, is_archived }) => !hidden.has(session_id) && is_archived !== true)
    .slice(0, SHOWN)
  if (!isShown || shown.length === 0) return null
  return (
    <Stack component="nav" aria-label={CHAT_TEXTS.recent} gap={0} pt="md" pb="md">
      <Group justify="space-between" px="sm" pb={4}>
        <Text size="xs" c="dimmed" fw={600}>
          {CHAT_TEXTS.recent}
        </Text>
        <Anchor component={IntentLink} href="/chats#all" size="xs" c="dimmed">
          {CHAT_TEXTS.showAll}
        </Anchor>
      </Group>
      {shown.map(({ session_id: id, name, ...entry }) => (
        <div key={id} className={classes.row}>
          <NavLink
            component={Link}
            href={`/chats/${id}`}
            prefetch={false}
            label={chatName(name)}
            rightSection={<RunningDot sessionId={id} isRunning={entry.is_running} />}
            active={path === `/chats/${id}`}
            aria-current={path === `/chats/${id}` ? 'page' : undefined}
            classNames={{ root: classes.link ?? '', label: classes.label ?? '' }}
          />
          <div className={classes.menu}>
            <ChatMenu
              sessionId={id}
              name={name}
              isShown={path === `/chats/${id}`}
              keeping={keepingOf({ session_id: id, name, ...entry })}
            />
          </div>
        </div>
      ))}
    </Stack>
  )
}
