'use client'

import { IconDots } from '@tabler/icons-react'
import { chatName } from '#web/console/components/chat-name.ts'
import { LazyMenu } from '#web/console/components/lazy-menu.tsx'
import { CHAT_TEXTS } from '../texts.ts'
import type { ChatMenuProps } from './chat-menu-items.tsx'

const importMenu = () => import('./chat-menu-items.tsx').then((module) => module.ChatMenuItems)

/** The actions of a chat. */
export function ChatMenu(props: ChatMenuProps) {
  const label = CHAT_TEXTS.actions(chatName(props.name))
  return <LazyMenu label={label} icon={IconDots} importMenu={importMenu} menuProps={props} />
}
