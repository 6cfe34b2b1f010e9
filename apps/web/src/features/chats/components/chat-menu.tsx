'use client'

import { IconDots } from '@tabler/icons-react'
import { LazyMenu } from '#web/components/lazy-menu.tsx'
import { chatName } from '../hooks.ts'
import { CHAT_TEXTS } from '../texts.ts'
import type { ChatMenuProps } from './chat-menu-items.tsx'

const importMenu = () => import('./chat-menu-items.tsx').then((module) => module.ChatMenuItems)

/** What can be done with a chat. */
export function ChatMenu(props: ChatMenuProps) {
  const label = CHAT_TEXTS.actions(chatName(props.name))
  return <LazyMenu label={label} icon={IconDots} importMenu={importMenu} menuProps={props} />
}
