'use client'

import { IconDownload } from '@tabler/icons-react'
import { LazyMenu } from '#web/console/components/lazy-menu.tsx'
import { CHAT_TEXTS } from '../texts.ts'
import type { Chat } from './chat.ts'

const importMenu = () => import('./export-menu-items.tsx').then((module) => module.ExportMenuItems)

/** The menu that saves the chat as a file. */
export function ExportMenu({ chat }: { chat: Chat }) {
  return (
    <LazyMenu
      label={CHAT_TEXTS.exportMenu}
      icon={IconDownload}
      importMenu={importMenu}
      menuProps={{ chat }}
    />
  )
}
