'use client'

import { NavLink, Stack, Text } from '@mantine/core'
import Link from 'next/link'
import { usePathname } from 'next/navigation'
import { useDeferredValue } from 'react'
import { chatName } from '#web/console/components/chat-name.ts'
import { useChats } from '#web/console/queries/session.ts'
import { CHAT_TEXTS } from '../texts.ts'
import { useHiddenChats } from './deletions.tsx'
import classes from './recent-chats.module.css'

const SHOWN = 12

/** The newest chats, for the navigation. */
export function RecentChats() {
  const path = usePathname()
  const hidden = useHiddenChats()
  const chats = useDeferredValue(useChats())
  const shown = (chats.data?.sessions ?? [])
    .filter(({ session_id }) => !hidden.has(session_id))
    .slice(0, SHOWN)
  if (shown.length === 0) return null
  return (
    <Stack component="nav" aria-label={CHAT_TEXTS.recent} gap={0} pt="md" pb="md">
      <Text size="xs" c="dimmed" fw={600} px="sm" pb={4}>
        {CHAT_TEXTS.recent}
      </Text>
      {shown.map(({ session_id: id, name }) => (
        <NavLink
          key={id}
          component={Link}
          href={`/chats/${id}`}
          prefetch={false}
          label={chatName(name)}
          active={path === `/chats/${id}`}
          aria-current={path === `/chats/${id}` ? 'page' : undefined}
          classNames={{ root: classes.link ?? '', label: classes.label ?? '' }}
        />
      ))}
    </Stack>
  )
}
