import type { Metadata } from 'next'
import { readHasAgents } from '#web/auth/read-session.ts'
import { ChatsPage } from '#web/console/features/chats/chats-page.tsx'
import { CHAT_TEXTS } from '#web/console/features/chats/texts.ts'
import { EarlyFirstRun } from '#web/console/features/samples/early-first-run.tsx'
import { LateFirstRun } from '#web/console/features/samples/late-first-run.tsx'

export const generateMetadata = (): Metadata => ({ title: CHAT_TEXTS.title })

export default async function Page() {
  const hasAgents = await readHasAgents()
  return <ChatsPage hasAgents={hasAgents} firstRun={hasAgents ? <LateFirstRun /> : <EarlyFirstRun />} />
}
