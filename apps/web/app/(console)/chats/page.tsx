import type { Metadata } from 'next'
import { ChatsPage } from '#web/features/chats/chats-page.tsx'
import { CHAT_TEXTS } from '#web/features/chats/texts.ts'

export const metadata: Metadata = { title: CHAT_TEXTS.title }

export default function Page() {
  return <ChatsPage />
}
