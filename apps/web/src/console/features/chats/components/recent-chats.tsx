'use client'

import { Anchor, Group, NavLink, Stack, Text } from '@mantine/core'
import Link from 'next/link'
import { usePathname } from 'next/navigation'
import { useDeferredValue } from 'react'
import { chatName } from '#web/console/components/chat-name.ts'
import { useRecentChats } from '#web/console/queries/session.ts'
import { CHAT_TEXTS } from '../texts.ts'
import { ChatMenu } from './chat-menu.tsx'
import { useHiddenChats } from './deletions.tsx'
import classes from './recent-chats.module.css'
import { RunningDot } from './running-dot.tsx'

const SHOWN = 12
/** A few more are read, so that deleted ones are replaced at once. */
const READ = 20

/** The chats with the newest messages, for the navigation. */
export function RecentChats() {
  const path = usePathname()
  const hidden = useHiddenChats()
  const chats = useDeferredValue(useRecentChats(READ))
  const shown = (chats.data?.sessions ?? [])
    .filter(({ session_id }) => !hidden.has(session_id))
    .slice(0, SHOWN)
  if (shown.length === 0) return null
  return (
    <Stack component="nav" aria-label={CHAT_TEXTS.recent} gap={0} pt="md" pb="md">
      <Group justify="space-between" px="sm" pb={4}>
        <Text size="xs" c="dimmed" fw={600}>
          {CHAT_TEXTS.recent}
        </Text>
        <Anchor component={Link} href="/chats#all" size="xs" c="dimmed">
          {CHAT_TEXTS.showAll}
        </Anchor>
      </Group>
      {shown.map(({ session_id: id, name }) => (
        <div key={id} className={classes.row}>
          <NavLink
            component={Link}
            href={`/chats/${id}`}
            prefetch={false}
            label={chatName(name)}
            rightSection={<RunningDot sessionId={id} />}
            active={path === `/chats/${id}`}
            aria-current={path === `/chats/${id}` ? 'page' : undefined}
            classNames={{ root: classes.link ?? '', label: classes.label ?? '' }}
          />
          <div className={classes.menu}>
            <ChatMenu sessionId={id} name={name} isShown={path === `/chats/${id}`} />
          </div>
        </div>
      ))}
    </Stack>
  )
}
