'use client'

import '@mantine/spotlight/styles.layer.css'
import { createSpotlight, Spotlight } from '@mantine/spotlight'
import { IconMessage2, IconSearch } from '@tabler/icons-react'
import { useRouter } from 'next/navigation'
import { useEffect, useState } from 'react'
import { chatName } from '#web/console/components/chat-name.ts'
import { useRecentChats } from '#web/console/queries/session.ts'
import { MAIN_PAGES, SETTINGS_PAGES } from './navigation.ts'
import { FRAME_TEXTS } from './texts.ts'

const texts = FRAME_TEXTS.palette
const SHOWN_CHATS = 200

/** Pages and chats by name. */
export function Palette({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const actions = useActions()
  const [[store, spotlight]] = useState(createSpotlight)
  useEffect(() => {
    if (isOpen) spotlight.open()
  }, [isOpen, spotlight])
  return (
    <Spotlight
      store={store}
      onSpotlightClose={onClose}
      actions={actions}
      shortcut={null}
      highlightQuery
      scrollable
      maxHeight={420}
      limit={30}
      nothingFound={texts.nothing}
      searchProps={{
        leftSection: <IconSearch size={18} aria-hidden />,
        placeholder: texts.placeholder,
        'aria-label': texts.open,
      }}
    />
  )
}

function useActions() {
  const router = useRouter()
  const chats = useRecentChats(SHOWN_CHATS)
  const pages = [...MAIN_PAGES, ...SETTINGS_PAGES].map(({ href, label, icon: Icon }) => ({
    id: href,
    label,
    leftSection: <Icon size={18} aria-hidden />,
    onClick: () => router.push(href),
  }))
  const sessions = (chats.data?.sessions ?? []).map(({ session_id: id, name }) => ({
    id,
    label: chatName(name),
    leftSection: <IconMessage2 size={18} aria-hidden />,
    onClick: () => router.push(`/chats/${id}`),
  }))
  return [
    { group: texts.pages, actions: pages },
    { group: texts.chats, actions: sessions },
  ]
}
