'use client'

import { useQuery } from '@tanstack/react-query'
import { useTRPC } from '#web/console/trpc/client.ts'

/** Milliseconds between two reads of a history while another page waits for its answer. */
const PENDING_POLL_MS = 1500

/** The chats with the newest messages, at most `count`. `count` is at most 200. */
export function useRecentChats(count: number) {
  const trpc = useTRPC()
  return useQuery(trpc.session.list.queryOptions({ sort: 'activity', limit: count }))
}

/** One chat with its history; read repeatedly while its last question has no answer. */
export function useChat(sessionId: string, { isAnswering }: { isAnswering: boolean }) {
  const trpc = useTRPC()
  return useQuery({
    ...trpc.session.get.queryOptions({ session_id: sessionId }),
    refetchInterval: ({ state }) =>
      !isAnswering && state.data?.messages.at(-1)?.role === 'user' ? PENDING_POLL_MS : false,
    // While this page streams an answer, its own state is the newest.
    refetchOnWindowFocus: !isAnswering,
  })
}
