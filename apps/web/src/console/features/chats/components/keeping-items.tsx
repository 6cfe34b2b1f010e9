'use client'

import { Menu } from '@mantine/core'
import { IconArchive, IconArchiveOff, IconFolder, IconPin, IconPinnedOff } from '@tabler/icons-react'
import { useUpdateChat } from '../hooks.ts'
import { CHAT_TEXTS } from '../texts.ts'

/** How a chat is kept in the list. */
export type Keeping = { readonly isPinned: boolean; readonly isArchived: boolean; readonly folder: string }

type Props = {
  readonly sessionId: string
  /** Undefined while it is being read. */
  readonly keeping: Keeping | undefined
  readonly onMove: () => void
}

/** Pins a chat, moves it into a folder, archives it. */
export function KeepingItems({ sessionId, keeping, onMove }: Props) {
  const { isPinned = false, isArchived = false } = keeping ?? {}
  const isDisabled = keeping === undefined
  const { mutate } = useUpdateChat(sessionId)
  const PinIcon = isPinned ? IconPinnedOff : IconPin
  const ArchiveIcon = isArchived ? IconArchiveOff : IconArchive
  return (
    <>
      <Menu.Item
        disabled={isDisabled}
        leftSection={<PinIcon size={16} aria-hidden />}
        onClick={() => mutate({ session_id: sessionId, is_pinned: !isPinned })}
      >
        {isPinned ? CHAT_TEXTS.unpin : CHAT_TEXTS.pin}
      </Menu.Item>
      <Menu.Item disabled={isDisabled} leftSection={<IconFolder size={16} aria-hidden />} onClick={onMove}>
        {CHAT_TEXTS.move}
      </Menu.Item>
      <Menu.Item
        disabled={isDisabled}
        leftSection={<ArchiveIcon size={16} aria-hidden />}
        onClick={() => mutate({ session_id: sessionId, is_archived: !isArchived })}
      >
        {isArchived ? CHAT_TEXTS.unarchive : CHAT_TEXTS.archive}
      </Menu.Item>
    </>
  )
}
