'use client'

import { notifications } from '@mantine/notifications'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useState } from 'react'
import { sentenceOf } from '#web/components/sentence-of.ts'
import { useTRPC } from '#web/trpc/client.ts'
import { CHAT_TEXTS } from './texts.ts'

/** How often a history is read again while somebody else's page, or an earlier one, waits for an answer. */
const PENDING_POLL_MS = 1500

/** All chats, newest first. */
export function useChats() {
  const trpc = useTRPC()
  return useQuery(trpc.session.list.queryOptions({}))
}

/** One chat with its history; read again and again while its last question has no answer yet. */
export function useChat(sessionId: string, { isAnswering }: { isAnswering: boolean }) {
  const trpc = useTRPC()
  return useQuery({
    ...trpc.session.get.queryOptions({ session_id: sessionId }),
    refetchInterval: ({ state }) =>
      !isAnswering && state.data?.messages.at(-1)?.role === 'user' ? PENDING_POLL_MS : false,
    // While this page streams, its own view is the newest one.
    refetchOnWindowFocus: !isAnswering,
  })
}

/** Renames a chat, or gives it another agent or tone. */
export function useUpdateChat(sessionId: string) {
  const trpc = useTRPC()
  const queryClient = useQueryClient()
  return useMutation(
    trpc.session.update.mutationOptions({
      onSuccess: (changed, { persona_id }) => {
        queryClient.setQueryData(trpc.session.get.queryKey({ session_id: sessionId }), (session) =>
          session ? { ...session, ...changed, persona_id: persona_id ?? session.persona_id } : session,
        )
        return queryClient.invalidateQueries(trpc.session.list.queryFilter())
      },
      onError: (error) => notifications.show({ color: 'red', message: sentenceOf(error) }),
    }),
  )
}

/** Opens a chat with an agent. */
export function useOpenChat() {
  const trpc = useTRPC()
  const queryClient = useQueryClient()
  return useMutation(
    trpc.session.create.mutationOptions({
      onSuccess: () => queryClient.invalidateQueries(trpc.session.list.queryFilter()),
    }),
  )
}

/** Whose draft it is that belongs to no chat yet. */
export const NEW_CHAT = 'new'

/** A text that survives a reload of the page, kept per chat in this tab. */
export function useDraft(key: string): [string, (text: string) => void] {
  const [draft, setDraft] = useState(() => readDraft(key))
  const keep = useCallback(
    (text: string) => {
      setDraft(text)
      keepDraft(key, text)
    },
    [key],
  )
  return [draft, keep]
}

/** Puts a text into the composer of a chat that is not shown yet. */
export function keepDraft(key: string, text: string): void {
  if (text === '') window.sessionStorage.removeItem(draftKey(key))
  else window.sessionStorage.setItem(draftKey(key), text)
}

/** The first words of a question, as the name of its chat. */
export function nameFor(question: string): string {
  const line = question.trim().split('\n', 1)[0] ?? ''
  return line.length <= 60 ? line : `${line.slice(0, 57).trimEnd()}…`
}

function readDraft(key: string): string {
  if (typeof window === 'undefined') return ''
  return window.sessionStorage.getItem(draftKey(key)) ?? ''
}

function draftKey(key: string): string {
  return `parley.draft.${key}`
}

/** What a chat is called in lists. */
export function chatName(name: string): string {
  return name.trim() === '' ? CHAT_TEXTS.untitled : name
}
