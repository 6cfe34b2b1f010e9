import type { Metadata } from 'next'
import { readHasAgents } from '#web/auth/read-session.ts'
import { ChatsPage } from '#web/console/features/chats/chats-page.tsx'
import { CHAT_TEXTS } from '#web/console/features/chats/texts.ts'
import { FirstRun } from '#web/console/features/samples/detail.tsx'

export const generateMetadata = (): Metadata => ({ title: CHAT_TEXTS.title })

export default async function Page() {
  return <ChatsPage hasAgents={await readHasAgents()} firstRun={<FirstRun />} />
}
