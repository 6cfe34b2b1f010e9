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

/** How many chats the navigation and `useRunningAgents` read: the same number, so that both share one request. */
export const RECENT_CHATS = 40

/** The agents that are writing an answer in one of the newest chats. */
export function useRunningAgents(): ReadonlySet<string | undefined> {
  const { data } = useRecentChats(RECENT_CHATS)
  const running = data?.sessions.filter(({ is_running }) => is_running) ?? []
  return new Set(running.map(({ agent_id }) => agent_id))
}

/** One chat with its history; read repeatedly while its last question has no answer. */
export function useChat(sessionId: string, { isAnswering }: { isAnswering: boolean }) {
  const trpc = useTRPC()
  return useQuery({
    ...trpc.session.get.queryOptions({ session_id: sessionId }),
    refetchInterval: ({ state }) =>
      !isAnswering && state.data?.messages.at(-1)?.role === 'user' ? PENDING_POLL_MS : false,
    // While this page streams an answer, its own state is the newest. Otherwise another tab or device may have asked.
    refetchOnWindowFocus: isAnswering ? false : 'always',
  })
}

/** How a chat is kept in the list: the first page of its history says it. */
export function useKeeping(sessionId: string, { isWanted }: { readonly isWanted: boolean }) {
  const trpc = useTRPC()
  return useQuery({
    ...trpc.session.get.queryOptions(keepingRequest(sessionId)),
    enabled: isWanted,
    staleTime: 0,
    select: ({ is_pinned, is_archived, folder }) => ({
      isPinned: is_pinned === true,
      isArchived: is_archived === true,
      folder: folder ?? '',
    }),
  })
}

/** The input of `session.get` for a reply that says how a chat is kept. */
export function keepingRequest(sessionId: string) {
  return { session_id: sessionId, limit: 1 }
}

/** The sessions of the chat that a session belongs to. */
export function useBranches(sessionId: string) {
  const trpc = useTRPC()
  return useQuery(trpc.session.listBranches.queryOptions({ session_id: sessionId }))
}

/** What the user thinks of an answer; undefined until it is read, and for an answer whose run is unknown. */
export function useRatedAnswer(sessionId: string, message: number) {
  const trpc = useTRPC()
  return useQuery({
    ...trpc.session.listAnswers.queryOptions({ session_id: sessionId }),
    // A list that ends before this answer was read before the answer was written.
    staleTime: ({ state }) =>
      (state.data?.answers.at(-1)?.message ?? 0) >= message ? Number.POSITIVE_INFINITY : 0,
    select: ({ answers }) => answers.find((answer) => answer.message === message),
  }).data
}
