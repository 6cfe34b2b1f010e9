'use client'

import '@mantine/spotlight/styles.layer.css'
import { createSpotlight, Spotlight } from '@mantine/spotlight'
import { IconMessage2, IconSearch } from '@tabler/icons-react'
import { useRouter } from 'next/navigation'
import { useEffect, useState } from 'react'
import { chatName } from '#web/console/components/chat-name.ts'
import { useRecentChats } from '#web/console/queries/session.ts'
import { ADMINISTRATION_PAGES, LEDGER_PAGES, MAIN_PAGES, pageName, SETTINGS_PAGES } from './navigation.ts'
import { Shortcuts } from './shortcuts.tsx'
import { FRAME_TEXTS } from './texts.ts'
import { useCommands } from './use-commands.ts'

const texts = FRAME_TEXTS.palette
const SHOWN_CHATS = 200
/** Fixed, so that the palette stays in its place while results come and go. */
const LIST_HEIGHT_PX = 420

/** What the palette shows. */
export type PaletteView = 'search' | 'shortcuts' | null

type Props = {
  readonly view: PaletteView
  readonly isAdministrator: boolean
  readonly onView: (view: PaletteView) => void
}

/** Every page, command and recent chat by name, and the list of shortcuts. */
export function Palette({ view, isAdministrator, onView }: Props) {
  const actions = useActions({ isAdministrator, onShortcuts: () => onView('shortcuts') })
  const [[store, spotlight]] = useState(createSpotlight)
  useEffect(() => {
    if (view === 'search') spotlight.open()
  }, [view, spotlight])
  return (
    <>
      <Spotlight
        store={store}
        onSpotlightClose={() => view === 'search' && onView(null)}
        actions={actions}
        shortcut={null}
        attributes={{ content: { 'aria-label': texts.open } }}
        highlightQuery
        scrollable
        maxHeight={LIST_HEIGHT_PX}
        styles={{ actionsList: { height: LIST_HEIGHT_PX } }}
        limit={40}
        nothingFound={texts.nothing}
        searchProps={{
          leftSection: <IconSearch size={18} aria-hidden />,
          placeholder: texts.placeholder,
          'aria-label': texts.open,
        }}
      />
      <Shortcuts isOpen={view === 'shortcuts'} onClose={() => onView(null)} />
    </>
  )
}

type Actions = { readonly isAdministrator: boolean; readonly onShortcuts: () => void }

function useActions({ isAdministrator, onShortcuts }: Actions) {
  const router = useRouter()
  const chats = useRecentChats(SHOWN_CHATS)
  const commands = useCommands(onShortcuts).map(({ id, label, icon: Icon, run }) => ({
    id,
    label,
    leftSection: <Icon size={18} aria-hidden />,
    onClick: run,
  }))
  const administration = isAdministrator ? ADMINISTRATION_PAGES : []
  const pages = [...MAIN_PAGES, ...LEDGER_PAGES, ...SETTINGS_PAGES, ...administration].map(
    ({ href, name, icon: Icon }) => ({
      id: href,
      label: pageName({ name }),
      leftSection: <Icon size={18} aria-hidden />,
      onClick: () => router.push(href),
    }),
  )
  const sessions = (chats.data?.sessions ?? []).map(({ session_id: id, name }) => ({
    id,
    label: chatName(name),
    leftSection: <IconMessage2 size={18} aria-hidden />,
    onClick: () => router.push(`/chats/${id}`),
  }))
  return [
    { group: texts.pages, actions: pages },
    { group: texts.commands, actions: commands },
    { group: texts.chats, actions: sessions },
  ]
}
