import type { Metadata } from 'next'
import { ChatDetail } from '#web/console/features/chats/detail.tsx'
import { CHAT_TEXTS } from '#web/console/features/chats/texts.ts'

export const generateMetadata = (): Metadata => ({ title: CHAT_TEXTS.title })

export default async function Page({ params }: { params: Promise<{ id: string }> }) {
  const { id } = await params
  return <ChatDetail sessionId={id} />
}
