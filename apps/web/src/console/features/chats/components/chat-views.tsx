'use client'

import { Chip, Group } from '@mantine/core'
import { type ChatView, useFolders } from '#web/console/queries/session-pages.ts'
import { CHAT_TEXTS } from '../texts.ts'

const FOLDER = 'folder:'

type Props = { readonly view: ChatView; readonly onChange: (view: ChatView) => void }

/** Chooses which chats the list shows: all, those of a folder, the archived ones. */
export function ChatViews({ view, onChange }: Props) {
  const folders = useFolders().data?.folders ?? []
  const choose = (value: string) => {
    if (value.startsWith(FOLDER)) onChange({ kind: 'folder', folder: value.slice(FOLDER.length) })
    else onChange({ kind: value === 'archived' ? 'archived' : 'all' })
  }
  return (
    <Chip.Group value={view.kind === 'folder' ? FOLDER + view.folder : view.kind} onChange={choose}>
      <Group gap="xs" role="group" aria-label={CHAT_TEXTS.views}>
        <Chip value="all" size="xs">
          {CHAT_TEXTS.allChats}
        </Chip>
        {folders.map((folder) => (
          <Chip key={folder} value={FOLDER + folder} size="xs">
            {folder}
          </Chip>
        ))}
        <Chip value="archived" size="xs">
          {CHAT_TEXTS.archived}
        </Chip>
      </Group>
    </Chip.Group>
  )
}
