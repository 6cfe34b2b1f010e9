import type { Metadata } from 'next'
import { readHasAgents } from '#web/auth/read-session.ts'
import { ChatsPage } from '#web/features/chats/chats-page.tsx'
import { CHAT_TEXTS } from '#web/features/chats/texts.ts'

export const metadata: Metadata = { title: CHAT_TEXTS.title }

export default async function Page() {
  return <ChatsPage hasAgents={await readHasAgents()} />
}
