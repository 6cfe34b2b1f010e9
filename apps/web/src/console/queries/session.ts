'use client'

import { useQuery } from '@tanstack/react-query'
import { useTRPC } from '#web/console/trpc/client.ts'

/** Milliseconds between two reads of a history while another page waits for its answer. */
const PENDING_POLL_MS = 1500

/** Milliseconds between two reads of the newest chats while one of them is answering. */
const RUNNING_POLL_MS = 4000

/** The chats with the newest messages, at most `count`. `count` is at most 200. */
export function useRecentChats(count: number) {
  const trpc = useTRPC()
  return useQuery({
    ...trpc.session.list.queryOptions({ sort: 'activity', limit: count }),
    // A chat that answers on another device or in another tab changes without this page.
    refetchInterval: ({ state }) =>
      state.data?.sessions.some(({ is_running }) => is_running) ? RUNNING_POLL_MS : false,
  })
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

/** The sessions of the chat that a session belongs to. */
export function useBranches(sessionId: string) {
  const trpc = useTRPC()
  return useQuery(trpc.session.listBranches.queryOptions({ session_id: sessionId }))
}
